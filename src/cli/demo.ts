/** `demo serve | reset | credentials | members N`: runs the embedded platform alone and manages its data. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { namingAddress } from "../app/address-fault.ts";
import { systemClock, type Clock } from "../clock.ts";
import { readVariables } from "../config/config.ts";
import {
  behaviourNames,
  isBehaviourName,
  loyaltyEmulatorFile,
  openPlatformFile,
  startLoyaltyEmulator,
  type BehaviourName,
  type Credentials,
} from "../emulators/loyalty/index.ts";
import { createProcessLog, isAtTerminal, type Log } from "../observability/log.ts";
import { counted } from "../observability/counted.ts";
import { type Command, CommandError, parseAction, UsageError, withSuggestion } from "./command.ts";
import { makeDataDir } from "../store/sqlite/open.ts";

export interface DemoOptions {
  dataDir: string;
  /** Where `serve` listens; 0 takes any free port. */
  port: number;
  clock: Clock;
  log: Log;
  /** Takes a line for standard output. */
  print: (line: string) => void;
  /** Ends `serve`. */
  stop: AbortSignal;
}

const maxMembers = 100_000;
const message = `demo what? serve, reset, credentials, or members and up to ${maxMembers}`;
const behaviours = behaviourNames.join(", ");
const forms = {
  serve: { options: ["as"] },
  reset: {},
  credentials: { flags: ["json"] },
  members: { words: 1 },
};

export const demo: Command = {
  async run(args, { environment, print, stop }) {
    // Whatever else is set is the bot's, not the platform's.
    const names = ["DATA_DIR", "EMBEDDED_CONNECT_PORT", "LOG_LEVEL"] as const;
    const own = readVariables(environment, names);
    return runDemo(args, {
      dataDir: own.DATA_DIR,
      port: own.EMBEDDED_CONNECT_PORT,
      clock: systemClock,
      log: await createProcessLog(own.LOG_LEVEL, isAtTerminal()),
      print,
      stop,
    });
  },
};

/** @returns the exit code, 0. @throws {UsageError} for other arguments. */
export async function runDemo(args: readonly string[], options: DemoOptions): Promise<number> {
  const { action, words, flags, options: values } = parseAction(args, forms, message);
  const { clock, print } = options;
  const total = /^\d{1,9}$/.test(words[0] ?? "") ? Number(words[0]) : 0;
  if (action === "members" && (total < 1 || total > maxMembers)) throw new UsageError(message);
  const path = loyaltyEmulatorFile(options.dataDir);

  if (action === "serve") {
    const as = values.get("as") ?? null;
    if (as !== null && !isBehaviourName(as)) {
      throw new UsageError(withSuggestion(`serve as what? ${behaviours}`, as, behaviourNames));
    }
    makeDataDir(options.dataDir);
    await serve(path, as, options);
    return 0;
  }
  if (!existsSync(path)) {
    throw new CommandError(
      `no demo platform at ${resolve(options.dataDir)}; is the environment loaded? npm start makes it, or demo serve`,
    );
  }
  using file = openPlatformFile(path, clock);
  if (action === "reset") {
    file.reset();
    print("The demo data is as at the start. Keys and tokens stay valid.");
  } else if (action === "credentials") {
    const credentials = await file.credentials();
    print(flags.has("json") ? JSON.stringify(credentials) : readable(credentials));
  } else {
    print(`${counted(file.growTo(total), "member")} added.`);
  }
  return 0;
}

async function serve(
  file: string,
  behaviour: BehaviourName | null,
  { port, clock, log, print, stop }: DemoOptions,
): Promise<void> {
  await using platform = await namingAddress({ port: "EMBEDDED_CONNECT_PORT" }, () =>
    startLoyaltyEmulator({ port, file, behaviour, clock, log }),
  );
  print(`Loyalty platform   ${platform.baseUrl}`);
  print(`Its description    ${new URL("/openapi.json", platform.baseUrl).href}`);
  print(`Its fault switches ${platform.adminUrl}/faults`);
  if (behaviour !== null) print(`Behaviour          ${behaviour}`);
  print(readable(platform.credentials));
  if (!stop.aborted) await once(stop, "abort");
  print("Stopping.");
}

function readable({ businesses, management_token, exchange_token }: Credentials): string {
  return [
    ...businesses.map(
      ({ code, api_key, api_secret }) => `${code}  api_key ${api_key}  api_secret ${api_secret}`,
    ),
    `management token   ${management_token}`,
    `exchange token     ${exchange_token}`,
  ].join("\n");
}
