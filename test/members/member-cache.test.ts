import { describe, expect, test } from "vitest";
import { createMemberCache } from "../../src/members/member-cache.ts";
import { createSearchLookup } from "../../src/members/search-lookup.ts";
import type { MemberProfile } from "../../src/loyalty/contract.ts";
import { LoyaltyError } from "../../src/loyalty/errors.ts";
import { handClock } from "../support/clock.ts";

const profile = (over: Partial<MemberProfile> = {}): MemberProfile =>
  ({ uuid: "1", name: "Olivia", lineId: "U1", active: true, cards: [], ...over }) as MemberProfile;

/** A platform that tells of these profiles; null = it fails. */
function setUp() {
  const clock = handClock();
  const told: { profiles: MemberProfile[] | null } = { profiles: [profile()] };
  const members = createMemberCache({
    clock,
    size: 10,
    ttlMs: 60_000,
    find: createSearchLookup({
      async getProfile() {
        const { profiles } = told;
        if (!profiles)
          throw new LoyaltyError("UNREACHABLE", "no answer", { operation: "getProfile" });
        return { pagination: { page: 1, size: 100, total: profiles.length }, data: profiles };
      },
    }),
  });
  return { clock, told, members };
}

describe("the last known profile", () => {
  test("is kept with its time, for a day", async () => {
    const { clock, told, members } = setUp();
    const at = clock.now();
    expect(members.lastKnown("U1")).toBeNull();
    await members.lookup("U1");
    told.profiles = null;
    clock.turn(61_000);
    await expect(members.lookup("U1")).rejects.toThrow(LoyaltyError);
    expect(members.lastKnown("U1")).toEqual({ profile: profile(), at });
    clock.turn(24 * 3_600_000);
    expect(members.lastKnown("U1")).toBeNull();
  });

  test.each<[string, MemberProfile[]]>([
    ["inactive", [profile({ active: false })]],
    ["ambiguous", [profile(), profile({ uuid: "2" })]],
    ["unknown", []],
  ])("is dropped by an answer that says %s", async (kind, profiles) => {
    const { clock, told, members } = setUp();
    await members.lookup("U1");
    told.profiles = profiles;
    clock.turn(61_000);
    expect((await members.lookup("U1")).kind).toBe(kind);
    expect(members.lastKnown("U1")).toBeNull();
  });
});

test("who waits for a lookup while its member is forgotten still gets it, and the next one asks anew", async () => {
  const { told, members } = setUp();
  const waiting = members.lookup("U1");
  members.forget("U1");
  expect((await waiting).kind).toBe("member");
  told.profiles = [];
  expect((await members.lookup("U1")).kind).toBe("unknown");
});
