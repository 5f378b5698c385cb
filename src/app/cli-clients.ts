/** Connects CLI commands to the members' channel. */
import { fixedToken, type TokenSource } from "../line/stateless-tokens.ts";
import { LineError } from "../line/errors.ts";
import { createMessagingClient, type MessagingClient } from "../line/messaging-client.ts";
import { createRichMenuClient, type RichMenuClient } from "../line/rich-menu-client.ts";
import type { Settings } from "../store/settings.ts";
import type { ConnectionOptions } from "./connections.ts";
import { embeddedAccount, embeddedToken } from "./embedded-accounts.ts";
import { tokenSourceFor } from "./line-connection.ts";

type CliClientOptions = Omit<ConnectionOptions, "external"> & { settings: Settings };

/**
 * A client that is disposed with the stack.
 * @throws {LineError} if LINE is embedded and the server never ran on this DATA_DIR.
 */
export async function richMenuClientForCli(options: CliClientOptions): Promise<RichMenuClient> {
  return options.stack.use(createRichMenuClient(await accessFor(options)));
}

/**
 * A client that is disposed with the stack.
 * @throws {LineError} if LINE is embedded and the server never ran on this DATA_DIR.
 */
export async function messagingClientForCli(options: CliClientOptions): Promise<MessagingClient> {
  return options.stack.use(createMessagingClient(await accessFor(options)));
}

async function accessFor(options: CliClientOptions) {
  const { config, secrets, clock, log, settings } = options;
  if (config.line.kind === "real") {
    const token: TokenSource = tokenSourceFor(options, config.line, secrets.line);
    return { ...config.line, token, clock, log };
  }
  const accessToken = await embeddedToken(settings, embeddedAccount.id);
  if (accessToken === null) {
    throw new LineError(
      "unreachable",
      "the embedded LINE lives in the server: npm start comes first",
    );
  }
  const apiBaseUrl = `http://127.0.0.1:${config.line.port}`;
  const token = fixedToken(accessToken);
  return { apiBaseUrl, dataApiBaseUrl: apiBaseUrl, token, clock, log };
}
