/** The text that the server process prints at its start. */
import type { Services } from "./connect-services.ts";
import type { AppContext } from "./context.ts";

export function greetingOf({ config, origin }: AppContext, { line, platform }: Services): string {
  const { apiBaseUrl, emulator } = line.members;
  const isEverywhere = config.host === "0.0.0.0" || config.host === "::";
  return [
    "",
    `  The bot listens at ${origin.get()}${isEverywhere ? " and at every address of this machine" : ""}`,
    "",
    `    LINE      ${kindOf(emulator)}  ${apiBaseUrl}`,
    `    platform  ${kindOf(platform.emulator)}  ${platform.baseUrl}`,
    "",
    config.studio ? `  Studio: ${origin.get()}/studio/` : "  The studio is off.",
    "",
    "",
  ].join("\n");
}

const kindOf = (emulator: object | null) => (emulator ? "embedded" : "real    ");
