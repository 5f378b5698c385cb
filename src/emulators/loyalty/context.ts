/** What an operation of the embedded platform has at hand. */
import type { Input, OperationName, Output } from "../../loyalty/contract.ts";
import type { RandomSource } from "./random.ts";
import type { Database } from "./database.ts";
import type { Claims } from "./jwt.ts";
import type { SignIn } from "./sign-in.ts";

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

/** The platform as a whole. */
export interface Platform {
  database: Database;
  chance: RandomSource;
  /** Where it listens, without a path; pictures are served from there. */
  origin: string;
}

/** One call by a business. */
export interface Context extends Platform {
  business: Business;
  /** Milliseconds since 1970. */
  now: number;
}

/** An operation that a connect token opens. A write runs inside one transaction. */
export type Handler<Name extends OperationName> = (
  input: Input<Name>,
  context: Context,
) => Output<Name>;

/** An operation that issues tokens. @param claims of the management user, where one is needed. */
export type TokenHandler<Name extends OperationName> = (
  input: Input<Name>,
  context: Platform & { signIn: SignIn; now: number; claims: Claims | null },
) => Promise<Output<Name>>;

export const iso = (ms: number) => new Date(ms).toISOString();
