/** `line serve | operations`: runs the embedded LINE for a bot in any language, and lists what it implements. */
import { once } from "node:events";
import { startLineServer, type LineServer, type LineServeOptions } from "../app/line-serve.ts";
import { systemClock } from "../clock.ts";
import { readVariables } from "../config/config.ts";
import { startLineEmulator } from "../emulators/line/index.ts";
import { parseFaults, type LineFault } from "../emulators/line/faults.ts";
import { supportTable } from "../emulators/line/line-api.ts";
import { createLog, createProcessLog, isAtTerminal } from "../observability/log.ts";
import { type Command, parseAction, UsageError } from "./command.ts";

const message =
  "line what? serve --webhook URL, with --quota N, --redeliver, --chat and --fault CALL:ANSWER as wished; or operations";
const forms = {
  serve: { options: ["webhook", "quota", "fault"], flags: ["redeliver", "chat"] },
  operations: {},
};
const names = ["BUSINESS_NAME", "DATA_DIR", "EMBEDDED_LINE_PORT", "PORT", "LOG_LEVEL"] as const;

export const line: Command = {
  async run(args, { environment, print, stop }) {
    const { action, options, flags } = parseAction(args, forms, message);
    if (action === "operations") {
      print(await listOperations());
      return 0;
    }
    const webhook = options.get("webhook") ?? "";
    if (!/^https?:$/.test(URL.parse(webhook)?.protocol ?? "")) throw new UsageError(message);
    const quota = options.get("quota");
    if (quota !== undefined && !/^\d{1,9}$/.test(quota)) throw new UsageError(message);
    const faults = parseFaultOption(options.get("fault"));
    // Whatever else is set is that of a bot of ours, which this one isn't.
    const own = readVariables(environment, names);
    await serve(
      {
        webhook,
        name: own.BUSINESS_NAME ?? "Your bot",
        quota: quota === undefined ? undefined : Number(quota),
        redeliver: flags.has("redeliver"),
        faults,
        hasChat: flags.has("chat"),
        dataDir: own.DATA_DIR,
        linePort: own.EMBEDDED_LINE_PORT,
        studioPort: own.PORT,
        clock: systemClock,
        log: await createProcessLog(own.LOG_LEVEL, isAtTerminal()),
      },
      print,
      stop,
    );
    return 0;
  },
};

function parseFaultOption(written: string | undefined): readonly LineFault[] {
  if (written === undefined) return [];
  const faults = parseFaults(written);
  if (!faults) {
    throw new UsageError(`--fault ${written}: docs/line-emulator.md lists the calls and answers`);
  }
  return faults;
}

async function serve(
  options: LineServeOptions,
  print: (line: string) => void,
  stop: AbortSignal,
): Promise<void> {
  await using server = await startLineServer(options);
  print(addressesOf(server, options.webhook));
  // What LINE's console does by its button Verify.
  const { status, reason } = await server.line.deliver([]);
  print(
    status === null
      ? `The bot doesn't answer there yet: ${reason}. Start it; nothing here has to be restarted.`
      : `The bot answers there: ${status}.`,
  );
  if (!stop.aborted) await once(stop, "abort");
  print("Stopping.");
}

const addressesOf = ({ line: { origin }, channel, studio }: LineServer, webhook: string): string =>
  [
    "Give the bot these:",
    `  Channel ID            ${channel.id}`,
    `  Channel secret        ${channel.secret}`,
    `  Channel access token  ${channel.accessToken}`,
    `  Base address of LINE  ${origin} (in place of https://api.line.me and https://api-data.line.me)`,
    `Webhooks go to ${webhook}`,
    `Chat with it at ${studio}`,
    `Make calls fail at ${origin}/faults`,
  ].join("\n");

async function listOperations(): Promise<string> {
  await using emulator = await startLineEmulator({
    port: 0,
    clock: systemClock,
    log: createLog("silent"),
    people: [],
    channels: [],
  });
  return supportTable(emulator.routes);
}
