/** Odd rows of a platform: documents of several members or of nobody, and coupon sets whose last day isn't a day. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { MemberProfile } from "../../src/loyalty/contract.ts";
import { createLooseWorld, type LooseWorld } from "../support/loose.ts";
import { factsOf } from "../support/staff.ts";
import { stringsOf } from "../support/views.ts";

let loose: LooseWorld;
beforeEach(async () => {
  loose = await createLooseWorld();
});
afterEach(() => loose[Symbol.asyncDispose]());

const replyTo = async (label: string, text: string) =>
  stringsOf(await loose.world.sendText(label, text));
const managerSees = async (text: string) => factsOf(await loose.world.sendText("manager", text));
const book = async ({ cards }: MemberProfile, ref_no: string) =>
  loose.till.connect.addPoint({ card_no: cards[0]?.card_no ?? "", points: 10, method: 2, ref_no });

describe("/void of a document", () => {
  test("that was booked again for somebody else asks about what isn't voided yet", async () => {
    const wrong = await book(loose.olivia, "R-9");
    await loose.till.connect.voidTransactionById({ id: wrong.id });
    const right = await book(loose.takeru, "R-9");
    loose.answers("getTransaction", (page) => ({ ...page, data: page.data.toReversed() }));
    const question = await managerSees("/void ref:R-9");
    expect(question).toContain("Void this?");
    expect(question).toContain(`No. ${right.id}`);
    expect(question).not.toContain(`No. ${wrong.id}`);
  });

  test("on two cards is never voided as one member's where the platform names nobody", async () => {
    const first = await book(loose.olivia, "R-9");
    const { card_no = "" } = loose.takeru.cards[0] ?? {};
    const second = { ...first, uuid: "another", id: first.id + 1, card_no };
    loose.answers("getTransaction", (page) => {
      const pagination = { ...page.pagination, total: page.pagination.total + 1 };
      const data = [second, ...page.data].map((row) => ({ ...row, member_uuid: "" }));
      return { pagination, data };
    });
    expect(await managerSees("/void ref:R-9")).toContain("to several members");
  });
});

const setsValid = (validity: unknown) =>
  loose.answers("getCouponSet", ({ data, ...page }) => ({
    ...page,
    data: data.map((set) => ({ ...set, validity: validity as typeof set.validity })),
  }));

test.each([
  [{ mode: "FIXED", end_on: "2027-02-30" }, "2027-02-30"],
  [{ mode: "FIXED", end_on: "2026-12" }, "2026-12"],
  [{ mode: "FIXED", end_on: "31/12/2026" }, "31/12/2026"],
  [{ mode: "FIXED", start_at: { at: 1 } }, '{"at":1}'],
  [{ mode: "FOR_A_WHILE" }, "{}"],
  [{ mode: "DAYS_AFTER_GIVE", days: "a few" }, '{"mode":"DAYS_AFTER_GIVE"}'],
  ["30 days", '{"end_on":"30 days"}'],
])(
  "a set whose validity is %j is neither offered nor given, and staff see what the platform writes",
  async (validity, written) => {
    setsValid(validity);
    expect(await replyTo("olivia", "points")).toContain("18,400");
    expect(await replyTo("olivia", "rewards")).not.toContain("Free iced latte");
    expect(await managerSees("/gift iced Olivia")).toContain(`Date can’t be read: “${written}`);
    expect(await managerSees("/sets")).toContain(`Date can’t be read: “${written}`);
    expect(await managerSees("/rewards")).toContain(`Date can’t be read: “${written}`);
  },
);

test.each([
  [{ mode: "FIXED", end_on: "2027-12-31T00:00:00Z" }, "Use by 31 Dec 2027"],
  [{ mode: "FIXED", end_on: "9999-12-31" }, "No end date"],
  [null, "No end date"],
])("a reward whose validity is %j is shown with it: %s", async (validity, words) => {
  setsValid(validity);
  const shown = await replyTo("olivia", "rewards");
  expect(shown).toContain("Free iced latte");
  expect(shown).toContain(words);
});
