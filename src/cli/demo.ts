/** `demo serve | reset | credentials | members N`: runs the embedded platform alone and manages its data. */
import { mkdirSync } from "node:fs";
import type { Clock } from "../clock.ts";
import {
  loyaltyEmulatorFile,
  openPlatformFile,
  startLoyaltyEmulator,
  type Credentials,
} from "../emulators/loyalty/index.ts";
import type { Log } from "../observability/log.ts";
import { UsageError } from "./command.ts";

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

/** @returns the exit code, 0. @throws {UsageError} for words that aren't understood. */
export async function demo(args: string[], options: DemoOptions): Promise<number> {
  const [command, ...rest] = args;
  const { clock, print } = options;
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const path = loyaltyEmulatorFile(options.dataDir);

  if (command === "serve" && rest.length === 0) {
    await serve(path, options);
    return 0;
  }
  if (command === "reset" && rest.length === 0) {
    using file = openPlatformFile(path, clock);
    file.reset();
    print("The demo data is as at the start. Keys and tokens stay valid.");
    return 0;
  }
  if (command === "credentials" && (rest.length === 0 || rest.join() === "--json")) {
    using file = openPlatformFile(path, clock);
    const credentials = await file.credentials();
    print(rest.length > 0 ? JSON.stringify(credentials) : readable(credentials));
    return 0;
  }
  const total = /^\d{1,9}$/.test(rest[0] ?? "") ? Number(rest[0]) : 0;
  if (command === "members" && rest.length === 1 && total >= 1 && total <= maxMembers) {
    using file = openPlatformFile(path, clock);
    print(`${file.growTo(total)} members added.`);
    return 0;
  }
  throw new UsageError(`demo what? serve, reset, credentials, or members and up to ${maxMembers}`);
}

async function serve(file: string, { port, clock, log, print, stop }: DemoOptions): Promise<void> {
  await using platform = await startLoyaltyEmulator({ port, file, clock, log });
  print(`Loyalty platform   ${platform.baseUrl}`);
  print(`Its description    ${new URL("/openapi.json", platform.baseUrl).href}`);
  print(`Its fault switches ${platform.adminUrl}/faults`);
  print(readable(platform.credentials));
  if (stop.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  stop.addEventListener("abort", () => resolve(), { once: true });
  await promise;
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
