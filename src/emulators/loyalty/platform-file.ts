/** Opens the loyalty emulator's file for commands, also while the emulator is running. */
import { join } from "node:path";
import type { Clock } from "../../clock.ts";
import { type Database, openDatabase } from "./database.ts";
import { growTo, reset, seedInSlices, seedOnce } from "./demo/seed.ts";
import { createSignIn, type SignIn } from "./sign-in.ts";

/** The path of the emulator's file in the bot's data folder. */
export function loyaltyEmulatorFile(dataDir: string): string {
  return join(dataDir, "embedded-connect.sqlite");
}

export interface PlatformFile extends Disposable {
  /** The businesses' keys, and fresh tokens. */
  credentials(): Promise<Credentials>;
  /** Restores the initial demo data; keys and tokens stay valid. */
  reset(): void;
  /** Adds members to the first business until it has `total`. @returns the number added. */
  growTo(total: number): number;
}

/** Opens the file; a new one is filled with demo data. */
export function openPlatformFile(file: string, clock: Clock): PlatformFile {
  const database = openDatabase(file);
  seedOnce(database, clock.now());
  return {
    credentials: async () => issueCredentials(database, await createSignIn(database, clock)),
    reset: () => reset(database, clock.now()),
    growTo: (total) => growTo(database, clock.now(), total),
    [Symbol.dispose]: () => database[Symbol.dispose](),
  };
}

/** Makes a file with the demo data of a moment, in slices. @param now milliseconds since 1970. */
export async function makePlatformFile(file: string, now: number): Promise<void> {
  using database = openDatabase(file);
  await seedInSlices(database, now);
}

// Issues the credentials that other software needs to call the loyalty emulator.

export interface Credentials {
  businesses: { code: string; api_key: string; api_secret: string }[];
  /** The JWT of a management user of all businesses, for Generate Exchange Token. */
  management_token: string;
  /** A fresh exchange token of the first business. */
  exchange_token: string;
}

const dayS = 86_400;

/** The businesses' keys, and fresh tokens: the management token is valid for 30 days, the exchange token for one. */
export async function issueCredentials(database: Database, signIn: SignIn): Promise<Credentials> {
  const businesses = database.all<Credentials["businesses"][number] & { id: number }>(
    "SELECT id, code, api_key, api_secret FROM business ORDER BY id",
  );
  const biz = businesses.map(({ code }) => code);
  return {
    businesses: businesses.map(({ code, api_key, api_secret }) => ({ code, api_key, api_secret })),
    management_token: await signIn.sign({ sub: "manager", biz, flow: "management" }, 30 * dayS),
    exchange_token: signIn.newExchangeToken(businesses[0]!.id, dayS),
  };
}
