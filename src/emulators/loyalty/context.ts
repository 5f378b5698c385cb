/** The types of the loyalty emulator's operation handlers and of the context that they receive. */
import type { Input, OperationName, Output } from "../../loyalty/contract.ts";
import type { RandomSource } from "./random.ts";
import type { Database } from "./database.ts";
import type { Claims, SignIn } from "./sign-in.ts";

export interface Business {
  id: number;
  uuid: string;
  code: string;
  name: string;
  description: string;
  theme: string;
  theme_color: string;
  icon_color: string;
  timezone: string;
  point_price: number;
  plan_start: number;
  plan_end: number;
  api_key: string;
  api_secret: string;
}

/** What all operations share. */
export interface Platform {
  database: Database;
  random: RandomSource;
  /** The emulator's own address, without a path; pictures are served from it. */
  origin: string;
}

/** The context of one call by a business. */
export interface Context extends Platform {
  business: Business;
  /** Milliseconds since 1970. */
  now: number;
}

/** Handles an operation that needs a connect token. A write runs inside one transaction. */
export type Handler<Name extends OperationName> = (
  input: Input<Name>,
  context: Context,
) => Output<Name>;

/** Handles an operation that issues tokens. `claims` are the management user's, if the operation needs one. */
export type TokenHandler<Name extends OperationName> = (
  input: Input<Name>,
  context: Platform & { signIn: SignIn; now: number; claims: Claims | null },
) => Promise<Output<Name>>;

/** Milliseconds since 1970 as ISO 8601 in UTC. */
export const iso = (ms: number) => new Date(ms).toISOString();
