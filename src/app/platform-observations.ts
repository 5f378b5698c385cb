/** Takes what the doctor has seen of the platform from the store, at the start and whenever it changes. */
import { settingsKeys } from "../config/settings-keys.ts";
import { observationsSchema, type Observations } from "../loyalty/observations.ts";
import type { Log } from "../observability/log.ts";
import type { Settings } from "../store/settings.ts";

export interface PlatformObservations {
  /** Null if nothing was seen of this platform. */
  current(): Observations | null;
  /** Reads them again. @throws {StoreError} */
  refresh(): Promise<void>;
  /** Calls the listener after each change. */
  onChange(listener: () => void): void;
}

/** @param options.baseUrl what was seen of a platform at another address doesn't count. */
export async function openObservations({
  settings,
  baseUrl,
  log,
}: {
  settings: Pick<Settings, "get">;
  baseUrl: string;
  log: Log;
}): Promise<PlatformObservations> {
  let stored: string | null = null;
  let observations: Observations | null = null;
  const listeners: (() => void)[] = [];

  async function refresh(): Promise<void> {
    const text = await settings.get(settingsKeys.platformObservations);
    if (text === stored) return;
    stored = text;
    observations = observationsIn(text, baseUrl);
    if (observations) {
      const { findsLineIds, operations } = observations;
      log.info({ findsLineIds, operations }, "platform observations taken");
    }
    for (const listener of listeners) listener();
  }

  await refresh();
  return {
    current: () => observations,
    refresh,
    onChange: (listener) => void listeners.push(listener),
  };
}

/** The stored observations of the platform at this address; null when they are of another, or of another version of the bot. */
function observationsIn(text: string | null, baseUrl: string): Observations | null {
  if (text === null) return null;
  const { data } = observationsSchema.safeParse(JSON.parse(text));
  return data?.baseUrl === baseUrl ? data : null;
}
