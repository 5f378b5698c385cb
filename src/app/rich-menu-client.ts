/** Connects CLI commands to the rich menus of the members' channel. */
import { fixedToken } from "../line/channel-access-tokens.ts";
import { LineError } from "../line/errors.ts";
import { createRichMenuClient, type RichMenuClient } from "../line/rich-menu-client.ts";
import type { Settings } from "../store/store.ts";
import type { ConnectionOptions } from "./connections.ts";
import { tokenSourceFor } from "./line-connection.ts";

/**
 * A client that is disposed with the stack.
 * @throws {LineError} if LINE is embedded and the server never ran on this DATA_DIR.
 */
export async function richMenuClientForCli(
  options: Omit<ConnectionOptions, "external"> & { settings: Settings },
): Promise<RichMenuClient> {
  const { config, secrets, clock, log, stack, settings } = options;
  if (config.line.kind === "real") {
    const token = tokenSourceFor(options, config.line, secrets.line);
    return stack.use(createRichMenuClient({ ...config.line, token, clock, log }));
  }
  const { embeddedAccount, embeddedToken } = await import("./embedded.ts");
  const accessToken = await embeddedToken(settings, embeddedAccount.id);
  if (accessToken === null) {
    throw new LineError(
      "unreachable",
      "the embedded LINE lives in the server: npm start comes first",
    );
  }
  const apiBaseUrl = `http://127.0.0.1:${config.line.port}`;
  const token = fixedToken(accessToken);
  return stack.use(
    createRichMenuClient({ apiBaseUrl, dataApiBaseUrl: apiBaseUrl, token, clock, log }),
  );
}
