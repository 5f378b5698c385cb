/** Properties of the member lookup over random pages: it finds exactly the profiles of the sender, or fails. */
import { expect, test } from "vitest";
import type { MemberProfile, Page } from "../../src/loyalty/contract.ts";
import { LoyaltyError } from "../../src/loyalty/errors.ts";
import { createSearchLookup } from "../../src/members/search-lookup.ts";
import * as fc from "../support/properties.ts";

const sender = "U4af4980629aBcDeF00112233445566Aa";
/** What a loose search may take for the sender. */
const lookalikes = [
  "",
  sender.toLowerCase(),
  sender.toUpperCase(),
  sender.slice(0, -1),
  `${sender}0`,
  ` ${sender}`,
  `${sender}\u200B`,
  sender.replace("U", "Ｕ"),
];

interface Platform {
  lineIds: string[];
  maxSize: number;
  /** What the stated total is wrong by. */
  totalError: number;
  /** Rows that are added in front of the list before each page after the first. */
  shift: number;
}

const platform = fc.record<Platform>({
  lineIds: fc.array(fc.oneof(fc.constantFrom(...lookalikes), fc.constant(sender)), {
    maxLength: 40,
  }),
  maxSize: fc.integer({ min: 1, max: 60 }),
  totalError: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: -3, max: 3 })),
  shift: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 2 })),
});

function profileOf(lineId: string, index: number): MemberProfile {
  return { uuid: `member ${index}`, lineId, active: true } as MemberProfile;
}

function clientOf({ lineIds, maxSize, totalError, shift }: Platform) {
  let calls = 0;
  let profiles = lineIds.map(profileOf);
  return {
    getProfile: async ({
      page = 1,
      size = 20,
    }: {
      page?: number | undefined;
      size?: number | undefined;
    }): Promise<Page<MemberProfile>> => {
      if (calls > 0) {
        const added = Array.from({ length: shift }, (_, index) =>
          profileOf("", 1000 * calls + index),
        );
        profiles = [...added, ...profiles];
      }
      calls += 1;
      const length = Math.min(size, maxSize);
      const data = profiles.slice((page - 1) * length, page * length);
      const total = Math.max(0, profiles.length + totalError);
      return { pagination: { total, page, size }, data };
    },
  };
}

test("nobody but the sender is found, and every one of the sender's profiles", async () => {
  await fc.assert(
    fc.asyncProperty(platform, async (rows) => {
      const find = createSearchLookup(clientOf(rows));
      let found: MemberProfile[];
      try {
        found = await find(sender, new AbortController().signal);
      } catch (error) {
        // Too many pages, or totals that don't add up: an apology, never "unknown member".
        expect(error).toBeInstanceOf(LoyaltyError);
        expect(
          rows.lineIds.length > 5 * rows.maxSize || rows.totalError !== 0 || rows.shift > 0,
        ).toBe(true);
        return;
      }
      expect(found.every(({ lineId }) => lineId === sender)).toBe(true);
      expect(new Set(found.map(({ uuid }) => uuid)).size).toBe(found.length);
      // A total that is too small hides rows: the platform says then that there are no more.
      if (rows.totalError < 0) return;
      expect(found).toHaveLength(rows.lineIds.filter((lineId) => lineId === sender).length);
    }),
    { numRuns: 1000 },
  );
});
