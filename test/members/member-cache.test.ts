/** The member cache: last known profiles, and lookups that are pending when a member is written or forgotten. */
import { describe, expect, test } from "vitest";
import { createMemberCache } from "../../src/members/member-cache.ts";
import { createSearchLookup } from "../../src/members/search-lookup.ts";
import { noReplicas } from "../../src/store/sqlite/open.ts";
import type { MemberProfile } from "../../src/loyalty/contract.ts";
import { LoyaltyError } from "../../src/loyalty/errors.ts";
import { manualClock } from "../support/clock.ts";

const profile = (over: Partial<MemberProfile> = {}): MemberProfile =>
  ({ uuid: "1", name: "Olivia", lineId: "U1", active: true, cards: [], ...over }) as MemberProfile;

/** A platform that returns `platform.profiles`; null = it fails. */
function setUp() {
  const clock = manualClock();
  const platform: { profiles: MemberProfile[] | null } = { profiles: [profile()] };
  const members = createMemberCache({
    clock,
    size: 10,
    ttlMs: 60_000,
    changes: noReplicas,
    find: createSearchLookup({
      async getProfile() {
        const { profiles } = platform;
        if (!profiles)
          throw new LoyaltyError("UNREACHABLE", "no answer", { operation: "getProfile" });
        return { pagination: { page: 1, size: 100, total: profiles.length }, data: profiles };
      },
    }),
  });
  return { clock, platform, members };
}

describe("the last known profile", () => {
  test("is cached with its time for a day", async () => {
    const { clock, platform, members } = setUp();
    const at = clock.now();
    expect(members.lastKnown("U1")).toBeNull();
    await members.lookup("U1");
    platform.profiles = null;
    clock.turn(61_000);
    await expect(members.lookup("U1")).rejects.toThrow(LoyaltyError);
    expect(members.lastKnown("U1")).toEqual({ profile: profile(), at });
    clock.turn(24 * 3_600_000);
    expect(members.lastKnown("U1")).toBeNull();
  });

  test("stays when another replica has written the member, and is dropped when they are erased", async () => {
    const { members } = setUp();
    const written = { lineIds: [], memberUuids: ["1"], isErased: false };
    await members.lookup("U1");
    members.drop({ ...written, memberUuids: ["2"], isErased: true });
    expect(members.cached("U1")).not.toBeNull();
    members.drop(written);
    expect([members.cached("U1"), members.lastKnown("U1")]).toEqual([null, expect.anything()]);
    members.drop({ ...written, isErased: true });
    expect(members.lastKnown("U1")).toBeNull();
  });

  test.each<[string, MemberProfile[]]>([
    ["inactive", [profile({ active: false })]],
    ["ambiguous", [profile(), profile({ uuid: "2" })]],
    ["unknown", []],
  ])("is dropped when a lookup finds the member %s", async (kind, profiles) => {
    const { clock, platform, members } = setUp();
    await members.lookup("U1");
    platform.profiles = profiles;
    clock.turn(61_000);
    expect((await members.lookup("U1")).kind).toBe(kind);
    expect(members.lastKnown("U1")).toBeNull();
  });
});

test("a lookup that was forgotten leaves nothing that is last known, however late it ends", async () => {
  const answers: ((profiles: MemberProfile[]) => void)[] = [];
  const members = createMemberCache({
    clock: manualClock(),
    size: 10,
    ttlMs: 60_000,
    changes: noReplicas,
    find: () => new Promise((resolve) => void answers.push(resolve)),
  });
  const first = members.lookup("U1");
  members.forget("U1");
  const second = members.lookup("U1");
  answers[1]?.([profile({ active: false })]);
  expect((await second).kind).toBe("inactive");
  answers[0]?.([profile()]);
  expect((await first).kind).toBe("member");
  expect(members.lastKnown("U1")).toBeNull();
});

test("a lookup that is pending when its member is erased leaves nothing", async () => {
  const { members } = setUp();
  const waiting = members.lookup("U1");
  members.drop({ lineIds: ["U1"], memberUuids: ["1"], isErased: true });
  expect((await waiting).kind).toBe("member");
  expect([members.cached("U1"), members.lastKnown("U1")]).toEqual([null, null]);
});

test("a lookup that is pending when its member is forgotten still resolves, and the next one calls the platform", async () => {
  const { platform, members } = setUp();
  const waiting = members.lookup("U1");
  members.forget("U1");
  expect((await waiting).kind).toBe("member");
  platform.profiles = [];
  expect((await members.lookup("U1")).kind).toBe("unknown");
});

test("a lookup that is pending when a member is written, known by uuid only, isn't cached", async () => {
  const { platform, members } = setUp();
  const waiting = members.lookup("U1");
  members.drop({ lineIds: [], memberUuids: ["1"], isErased: false });
  expect((await waiting).kind).toBe("member");
  platform.profiles = [];
  expect((await members.lookup("U1")).kind).toBe("unknown");
  expect(members.cached("U1")).toEqual({ kind: "unknown" });
});

test("a sender who isn't found is looked up again after 10 seconds, a member after the cache's time", async () => {
  const { clock, platform, members } = setUp();
  platform.profiles = [];
  expect((await members.lookup("U1")).kind).toBe("unknown");
  platform.profiles = [profile()];
  clock.turn(9_999);
  expect((await members.lookup("U1")).kind).toBe("unknown");
  clock.turn(2);
  expect((await members.lookup("U1")).kind).toBe("member");
  platform.profiles = [];
  clock.turn(59_999);
  expect((await members.lookup("U1")).kind).toBe("member");
  clock.turn(2);
  expect((await members.lookup("U1")).kind).toBe("unknown");
});
