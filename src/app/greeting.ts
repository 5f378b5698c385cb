/** The text that the server process prints at its start. */
import type { Services } from "./connect-services.ts";
import type { AppContext } from "./context.ts";

export function greetingOf({ config, origin }: AppContext, { line, platform }: Services): string {
  const { apiBaseUrl, emulator } = line.members;
  return [
    "",
    `  The bot listens at ${origin.get()}`,
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
