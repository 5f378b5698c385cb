/** Persists the refresh token of the exchange flow; keeps it in memory and retries while the store can't be written. */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Clock, Timer } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import { createAlarm, type Log } from "../observability/log.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import { LoyaltyError } from "./errors.ts";

/** Key-value store that survives a restart. */
export interface TokenStore {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  /** Does `work` while nobody else does work of the same key; throws without having begun it if its turn doesn't come. */
  exclusive<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export interface RefreshToken extends AsyncDisposable {
  /**
   * Renews the token: one process at a time, since a token is single-use. Whoever had to wait gets the new one.
   * @throws {LoyaltyError} `UNAVAILABLE` when the store can't be locked.
   */
  exclusively<T>(renew: () => Promise<T>): Promise<T>;
  /**
   * The newest token; null if none is stored for the configured credentials.
   * @throws {LoyaltyError} `UNAVAILABLE` when the store can't be read.
   */
  get(): Promise<string | null>;
  /** Replaces the token, which the platform has invalidated. Resolves after the first attempt to store it; a failed one is retried in the background. */
  replace(token: string): Promise<void>;
}

const retryMs = 5000;

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

/** @param credentials the configured credentials; a token stored for other credentials is ignored. */
export function createRefreshToken(
  store: TokenStore,
  credentials: object,
  { clock, log }: { clock: Clock; log: Log },
): RefreshToken {
  const configured = createHash("sha256").update(JSON.stringify(credentials)).digest("hex");
  const alarm = createAlarm(log, {
    begins: "the platform's new refresh token can't be stored",
    ends: "the platform's refresh token is stored",
  });
  /** The token that isn't stored yet. */
  let unsaved: string | null = null;
  let saving: Promise<void> | null = null;
  let retry: Timer | null = null;

  async function write(): Promise<void> {
    retry?.close();
    try {
      while (unsaved !== null) {
        const refresh_token: string = unsaved;
        await store.set(settingsKeys.refreshToken, JSON.stringify({ configured, refresh_token }));
        if (unsaved === refresh_token) unsaved = null;
      }
      alarm.clear();
    } catch (error) {
      const remedy =
        "make room for the store before a restart: until then this token is in memory alone, " +
        "and without it CONNECT_EXCHANGE_TOKEN has to be set anew";
      alarm.raise({ reason: reasonOf(error), remedy });
      retry = clock.after(retryMs, () => void save());
    }
  }

  // One write at a time: an older token must not overwrite a newer one.
  function save(): Promise<void> {
    saving ??= write().finally(() => {
      saving = null;
    });
    return saving;
  }

  return {
    async exclusively(renew) {
      let hasBegun = false;
      const begin = () => {
        hasBegun = true;
        return renew();
      };
      try {
        return await store.exclusive(settingsKeys.refreshToken, begin);
      } catch (error) {
        if (hasBegun) throw error;
        // Nobody else can have renewed a token that isn't stored.
        if (unsaved !== null) return renew();
        throw unavailable("locked", error);
      }
    },
    async get() {
      if (unsaved !== null) return unsaved;
      try {
        const { data } = stored.safeParse(await store.get(settingsKeys.refreshToken));
        return data?.configured === configured ? data.refresh_token : null;
      } catch (error) {
        throw unavailable("read", error);
      }
    },
    replace(token) {
      unsaved = token;
      return save();
    },
    async [Symbol.asyncDispose]() {
      if (unsaved !== null) await save();
      retry?.close();
    },
  };
}

const unavailable = (action: string, error: unknown) =>
  new LoyaltyError("UNAVAILABLE", `the store can't be ${action}: ${reasonOf(error)}`, {
    operation: "renewAccessToken",
  });
