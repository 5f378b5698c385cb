/** The stable hash of an id: shown in place of ids that must not be logged, and stored as a key. */
import { hash } from "node:crypto";

/** 10 characters of the SHA-256 in base64url. It is a key in stores, so it must never change. */
export const hashId = (id: string): string => hash("sha256", id, "base64url").slice(0, 10);
