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

test.each(["2027-02-30", "2026-12", "2026-12-31T00:00:00Z"])(
  "a reward whose coupons end on %s is shown without its end, and keeps nothing else from being shown",
  async (end_on) => {
    loose.answers("getCouponSet", ({ data, ...page }) => ({
      ...page,
      data: data.map((set) => ({ ...set, validity: { mode: "FIXED" as const, end_on } })),
    }));
    expect(await replyTo("olivia", "points")).toContain("18,400");
    const shown = await replyTo("olivia", "rewards");
    expect(shown).toContain("Free iced latte");
    expect(shown).not.toMatch(/No end date|Use by/);
  },
);
