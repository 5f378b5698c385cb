/** Persists the refresh token of the exchange flow; keeps it in memory and retries while the store can't be written. */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Clock, Timer } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import { createAlarm, type Alarm, type Log } from "../observability/log.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import { LoyaltyError } from "./errors.ts";

/** Key-value store that survives a restart. */
export interface TokenStore {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  /** Does `work` while nobody else does work of the same key; throws without having begun it if its turn doesn't come. */
  exclusive<T>(key: string, work: () => Promise<T>): Promise<T>;
}

const retryMs = 5000;
/** How long the lock is kept for a token that can't be stored; stores end it after 60 s. */
const maxHoldMs = 50_000;

const stored = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "not JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.object({ configured: z.string(), refresh_token: z.string() }));

export class RefreshToken implements AsyncDisposable {
  readonly #store: TokenStore;
  /** A hash of the configured credentials. */
  readonly #configured: string;
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  /** The token that isn't stored yet. */
  #unsaved: string | null = null;
  #saving: Promise<void> | null = null;
  #retry: Timer | null = null;
  /** Whether this process has the lock. */
  #isHolding = false;
  /** The last renewal under the lock; it never rejects. */
  #renewal: Promise<unknown> = Promise.resolve();
  /** Ends the wait of the lock for the token to be stored. */
  #endWait: (() => void) | null = null;
  #isClosing = false;

  /** @param credentials the configured credentials; a token stored for other credentials is ignored. */
  constructor(store: TokenStore, credentials: object, services: { clock: Clock; log: Log }) {
    this.#store = store;
    this.#configured = createHash("sha256").update(JSON.stringify(credentials)).digest("hex");
    this.#clock = services.clock;
    this.#alarm = createAlarm(services.log, {
      begins: "the platform's new refresh token can't be stored",
      ends: "the platform's refresh token is stored",
    });
  }

  /**
   * Renews the token: one process at a time, since a token is single-use. Whoever had to wait gets the new one: the lock
   * outlasts the renewal until that is stored, for 50 seconds at most.
   * @returns what `renew` does, as soon as it has.
   * @throws {LoyaltyError} `UNAVAILABLE` when the store can't be locked.
   */
  exclusively<T>(renew: () => Promise<T>): Promise<T> {
    if (this.#isHolding) return this.#underLock(renew);
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let hasBegun = false;
    const work = async () => {
      hasBegun = true;
      this.#isHolding = true;
      resolve(this.#underLock(renew));
      await this.#untilStored();
      this.#isHolding = false;
    };
    this.#store.exclusive(settingsKeys.refreshToken, work).catch((error: unknown) => {
      if (hasBegun) return;
      // Nobody else can have renewed a token that isn't stored.
      if (this.#unsaved !== null) resolve(renew());
      else reject(unavailable("locked", error));
    });
    return promise;
  }

  #underLock<T>(renew: () => Promise<T>): Promise<T> {
    const renewal = renew();
    this.#renewal = renewal.catch(() => {});
    return renewal;
  }

  /** Never rejects. */
  async #untilStored(): Promise<void> {
    const end = this.#clock.monotonic() + maxHoldMs;
    let last: Promise<unknown>;
    do {
      last = this.#renewal;
      await last;
      const left = end - this.#clock.monotonic();
      if (this.#unsaved === null || left <= 0 || this.#isClosing) continue;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#endWait = resolve;
      using _timer = this.#clock.after(left, resolve);
      await promise;
    } while (last !== this.#renewal);
  }

  /**
   * The newest token; null if none is stored for the configured credentials.
   * @throws {LoyaltyError} `UNAVAILABLE` when the store can't be read.
   */
  async get(): Promise<string | null> {
    if (this.#unsaved !== null) return this.#unsaved;
    try {
      const { data } = stored.safeParse(await this.#store.get(settingsKeys.refreshToken));
      return data?.configured === this.#configured ? data.refresh_token : null;
    } catch (error) {
      throw unavailable("read", error);
    }
  }

  /** Replaces the token, which the platform has invalidated. Resolves after two attempts to store it at most; further ones follow in the background. */
  replace(token: string): Promise<void> {
    this.#unsaved = token;
    return this.#save();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#unsaved !== null) await this.#save();
    this.#retry?.close();
    this.#isClosing = true;
    this.#endWait?.();
  }

  // One write at a time: an older token must not overwrite a newer one.
  #save(): Promise<void> {
    this.#saving ??= this.#write()
      // At once: a database that fails over may need another connection only.
      .catch(() => this.#write())
      .then(() => this.#alarm.clear())
      .catch((error: unknown) => this.#retryLater(error))
      .finally(() => {
        this.#saving = null;
      });
    return this.#saving;
  }

  async #write(): Promise<void> {
    this.#retry?.close();
    const configured = this.#configured;
    while (this.#unsaved !== null) {
      const refresh_token: string = this.#unsaved;
      const text = JSON.stringify({ configured, refresh_token });
      await this.#store.set(settingsKeys.refreshToken, text);
      if (this.#unsaved === refresh_token) this.#unsaved = null;
    }
    this.#endWait?.();
  }

  #retryLater(error: unknown): void {
    const remedy =
      "make room for the store before a restart: until then this token is in memory alone, " +
      "and without it CONNECT_EXCHANGE_TOKEN has to be set anew";
    this.#alarm.raise({ reason: reasonOf(error), remedy });
    this.#retry = this.#clock.after(retryMs, () => void this.#save());
  }
}

const unavailable = (action: string, error: unknown) =>
  new LoyaltyError("UNAVAILABLE", `the store can't be ${action}: ${reasonOf(error)}`, {
    operation: "renewAccessToken",
  });
