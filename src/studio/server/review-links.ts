/** Read-only links for reviewers without an account: signed, valid for a week, and withdrawn all at once. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../clock.ts";
import type { ReviewLink } from "./review-types.ts";

/** The secret that signs the links. Every replica reads the same one. */
export interface ReviewKey {
  /** Makes one where there is none. */
  get(): Promise<string>;
  /** Makes another one in its place. */
  replace(): Promise<void>;
}

/** What is recorded of the links. */
export type ReviewLinkStep = "review_link_made" | "review_links_withdrawn";

export interface ReviewLinkOptions {
  key: ReviewKey;
  /** Appends an entry to the audit. @param by the editor's id. */
  record(step: ReviewLinkStep, by: string): Promise<void>;
}

export interface ReviewLinks {
  /** @param by the id of the editor who makes it. @throws {StoreError} when that can't be recorded. */
  create(by: string): Promise<ReviewLink>;
  /** @returns when the link ends; null for one that has ended, was withdrawn, or was never made. */
  verify(token: string): Promise<number | null>;
  /** No link that was made before is valid any more. @param by the id of the editor who withdraws them. */
  withdrawAll(by: string): Promise<void>;
}

const validityMs = 7 * 86_400_000;

export function createReviewLinks({ key, record }: ReviewLinkOptions, clock: Clock): ReviewLinks {
  const sign = async (until: string): Promise<Buffer> =>
    createHmac("sha256", await key.get())
      .update(`studio review until ${until}`)
      .digest();
  return {
    async create(by) {
      const until = clock.now() + validityMs;
      const signature = (await sign(String(until))).toString("base64url");
      await record("review_link_made", by);
      return { path: `review/${until}.${signature}/`, until };
    },
    async verify(token) {
      const [, until = "", signature = ""] = /^(\d{1,16})\.([\w-]{43})$/.exec(token) ?? [];
      if (!until || Number(until) <= clock.now()) return null;
      const expected = await sign(until);
      const given = Buffer.from(signature, "base64url");
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      return isOurs ? Number(until) : null;
    },
    async withdrawAll(by) {
      await key.replace();
      await record("review_links_withdrawn", by);
    },
  };
}
