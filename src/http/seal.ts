/** Seals short texts by authenticated encryption (AES-256-GCM), so that nobody can read, change or make one. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

interface Seal {
  /** In base64url, and different each time. */
  seal(text: string): string;
  open(sealed: string): string | null;
}

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** @param key 32 bytes. `open` returns null for anything that isn't sealed by it. */
export function createSeal(key: Buffer): Seal {
  return {
    seal(text: string): string {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv);
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open(sealed: string): string | null {
      const bytes = Buffer.from(sealed, "base64url");
      // Different last characters can decode to the same bytes; only the canonical form is accepted.
      if (bytes.toString("base64url") !== sealed || bytes.length <= ivBytes + tagBytes) return null;
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      try {
        const text = decipher.update(bytes.subarray(ivBytes + tagBytes));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}

// Keeps a secret key in the store, so that what it sealed can be opened after a restart and by other replicas.

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
