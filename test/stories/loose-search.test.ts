/** A platform whose search finds more than it was asked for: only an equal LINE user id identifies the sender. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { MemberProfile } from "../../src/loyalty/contract.ts";
import { createLooseWorld, type LooseWorld } from "../support/loose.ts";
import { scan } from "../support/scanner.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { stringsOf } from "../support/views.ts";

let loose: LooseWorld;
beforeEach(async () => {
  loose = await createLooseWorld();
});
afterEach(() => loose[Symbol.asyncDispose]());

const lineId = () => loose.world.lineId("olivia");
const oliviaSees = async (text = "points") => stringsOf(await loose.world.sendText("olivia", text));

/** The complete result of a search, paged as requested. */
function finds(members: readonly MemberProfile[], platform = loose): void {
  platform.answers("getProfile", (_, query) => {
    const page = Number(query.get("page") ?? 1);
    const size = Number(query.get("size") ?? 10);
    return {
      pagination: { page, size, total: members.length },
      data: members.slice((page - 1) * size, page * size),
    };
  });
}

/** Another member's profile, which Olivia must not see. */
const other = (theirs: Partial<MemberProfile>): MemberProfile => ({
  ...loose.olivia,
  uuid: "0b5e55ed-0000-4000-8000-000000000000",
  name: "Somebody",
  lastName: "Else",
  cards: loose.olivia.cards.map((card) => ({ ...card, card_no: "7777000011112222", point: 7777 })),
  ...theirs,
});
const otherProfiles = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    other({ uuid: `c0ffee00-0000-4000-8000-${String(index).padStart(12, "0")}`, lineId: "" }),
  );

const theirs = /Somebody|Else|7,777|7777/;
const invitation = /I have registered/;
const apology = /can’t reach the membership system/;

describe("a member whom staff ask for isn't denied when the search has more pages than are read", () => {
  test("by a card or a code that rotates, which can be scanned again", async () => {
    await using rotating = await createLooseWorld({ MEMBER_CODE: "rotating" });
    const { world } = rotating;
    const card = stringsOf(await world.sendText("olivia", "card"));
    const [url = ""] = card.match(/^http\S+\/images\/\S+$/m) ?? [];
    const { text: code } = scan(Buffer.from(await (await fetch(url)).arrayBuffer()));
    const cashierSees = async (text: string) => factsOf(await world.sendText("cashier", text));
    const cardNo = loose.olivia.cards[0]?.card_no ?? "";
    finds(otherProfiles(700), rotating);
    for (const asked of [`/member ${cardNo}`, `/scan ${cardNo}`, `/scan ${code}`]) {
      expect(await cashierSees(asked)).toContain("too many matches");
    }
    const { code: coupon } = await rotating.till.give("olivia", { name: "Croissant" });
    expect(await cashierSees(`/scan ${coupon}`)).toContain(coupon);
    finds([loose.olivia], rotating);
    expect(await cashierSees("/scan 7777000011113333")).toContain("neither a coupon nor a card");
    expect(await cashierSees(`/scan ${code}`)).toMatch(/^Olivia Brown/);
  });

  test("when their redemption is confirmed, which can be confirmed again", async () => {
    const question = await loose.world.sendText("cashier", "/redeem latte Olivia");
    const confirms = async () =>
      factsOf(await loose.world.tapButton("cashier", buttonIn(question, /yes=/)));
    finds(otherProfiles(700));
    expect(await confirms()).toMatch(apology);
    finds([loose.olivia]);
    expect(await confirms()).toContain("✓ Redeemed: ");
  });
});

const managerSees = async (text: string) => factsOf(await loose.world.sendText("manager", text));

/** A platform may count points in fractions. */
const unreadable = (member: MemberProfile): MemberProfile => ({
  ...member,
  active: "perhaps" as unknown as boolean,
});

describe("a member whose profile can't be read", () => {
  test("isn't passed over for another one of that name", async () => {
    finds([loose.olivia, unreadable(other({ name: "Olivia", lineId: "" }))]);
    const hidden = other({ name: "Olivia" }).cards[0]?.card_no;
    for (const command of ["/gift iced Olivia", "/add Olivia 50"])
      expect(await managerSees(command)).toContain(`that can’t be read: ${hidden}`);
    const found = await managerSees("/find Olivia");
    expect(found).toMatch(/^1 member\n/);
    expect(found).toContain("Not all members could be read, so others may match, too.");
    expect(found).toContain(`Can’t be read: ${hidden}`);
    expect(found).not.toContain("too many matches");
    expect(await managerSees(`/add ${loose.olivia.cards[0]?.card_no} 50`)).toContain(
      "Add 50 points",
    );
  });

  test("isn't said to be nobody, nor inactive", async () => {
    const question = await loose.world.sendText("manager", "/redeem latte Olivia");
    finds([unreadable(loose.olivia)]);
    const card = loose.olivia.cards[0]?.card_no ?? "";
    for (const who of [card, loose.olivia.phoneNumber, "Olivia", card.slice(-5)])
      expect(await managerSees(`/find ${who}`)).toContain(`can’t be read: ${card}`);
    const confirmed = await loose.world.tapButton("manager", buttonIn(question, /yes=/));
    expect(factsOf(confirmed)).toMatch(apology);
  });

  test("doesn't matter to a search for somebody else", async () => {
    finds([loose.olivia, unreadable(other({ lineId: "" }))]);
    expect(await managerSees("/gift iced Olivia")).toContain("Give this?");
    expect(await managerSees("/member Nobody")).toContain("There is no member");
  });
});

const withCard = (member: MemberProfile, card_no: string): MemberProfile => ({
  ...member,
  cards: member.cards.map((card) => ({ ...card, card_no })),
});

test("a scanned number that two cards have, but for its hyphens, opens neither by itself", async () => {
  await using rotating = await createLooseWorld({ MEMBER_CODE: "rotating" });
  finds([withCard(other({ lineId: "" }), "LOY-0042"), withCard(loose.olivia, "LOY0042")], rotating);
  const scanned = factsOf(await rotating.world.sendText("cashier", "/scan LOY-0042"));
  for (const name of ["Who do you mean?", "Somebody Else", "Olivia Brown"])
    expect(scanned).toContain(name);
});

describe("a profile isn't the sender's", () => {
  test.each<[string, (id: string) => string]>([
    ["without a LINE user id", () => ""],
    ["whose LINE user id differs in case", (id) => id.toUpperCase()],
    ["whose LINE user id is the beginning of the sender's", (id) => id.slice(0, -1)],
    ["whose LINE user id goes on after the sender's", (id) => `${id}0`],
    ["whose LINE user id has blanks around the sender's", (id) => ` ${id} `],
    ["of another LINE user", () => loose.world.lineId("somchai")],
  ])("%s", async (_, change) => {
    const id = change(lineId());
    expect(id).not.toBe(lineId());
    finds([other({ lineId: id })]);
    for (const text of ["points", "card", "coupons", "history"]) {
      const seen = await oliviaSees(text);
      expect(seen).toMatch(invitation);
      expect(seen).not.toMatch(theirs);
    }
  });

  test("and the sender still gets their own profile", async () => {
    finds([
      other({ lineId: "" }),
      other({ uuid: "0b5e55ed-0000-4000-8000-000000000001", lineId: `${lineId()}0` }),
      loose.olivia,
    ]);
    const seen = await oliviaSees();
    expect(seen).toContain("18,400");
    expect(seen).not.toMatch(theirs);
  });
});

describe("a search result of many pages", () => {
  test("is read until the sender is found on a later page", async () => {
    finds([...otherProfiles(420), loose.olivia]);
    expect(await oliviaSees()).toContain("18,400");
  });

  test("makes the sender ambiguous when a later page has a second profile with their LINE user id", async () => {
    finds([loose.olivia, ...otherProfiles(150), other({ lineId: lineId() })]);
    const seen = await oliviaSees();
    expect(seen).not.toMatch(invitation);
    expect(seen).not.toMatch(/18,400|Olivia/);
    expect(seen).not.toMatch(theirs);
  });

  test.each(["found", "not found"])(
    "that has more than five pages is an apology, with the sender %s on the pages read",
    async (so) => {
      finds([...(so === "found" ? [loose.olivia] : []), ...otherProfiles(700)]);
      const seen = await oliviaSees();
      expect(seen).toMatch(apology);
      expect(seen).not.toContain("18,400");
      expect(loose.world.platform.requests({ operation: "getProfile" }).length).toBeLessThan(20);
    },
  );
});
