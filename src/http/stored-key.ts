/** Keeps a secret key in the store, so that what it sealed can be opened after a restart and by other replicas. */
import { randomBytes } from "node:crypto";

export interface KeySettings {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** The key of this name, of 32 bytes; made if there is none, by one replica. */
export async function storedKey(settings: KeySettings, name: string): Promise<Buffer> {
  const key = await settings.exclusive(name, async () => {
    const stored = await settings.get(name);
    if (stored) return stored;
    const made = randomBytes(32).toString("base64url");
    await settings.set(name, made);
    return made;
  });
  return Buffer.from(key, "base64url");
}
