/** Lists for staff lead on: how many taps the commonest jobs take, and which buttons each role gets. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPlatformFile } from "../../src/emulators/loyalty/index.ts";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { expectAnswerOrRefusal, testAsSpecified } from "../support/platform-behaviour.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";
import { buttonsOf, stringsOf } from "../support/views.ts";

let world: World;
let till: Till;
beforeEach(async () => {
  world = await createWorld();
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

/** Somebody at the till, with what they see and how often they have tapped. */
function person(label: string) {
  let shown: readonly Message[] = [];
  let taps = 0;
  return {
    taps: () => taps,
    messages: () => shown,
    facts: () => factsOf(shown),
    sees: () => stringsOf(shown),
    fills: () => buttonsOf(shown).map(({ fillInText }) => fillInText),
    async writes(text: string) {
      shown = await world.sendText(label, text);
    },
    async tap(which: RegExp) {
      taps += 1;
      shown = await world.tapButton(label, buttonIn(shown, which));
    },
  };
}

const lookups = () => world.platform.requests({ operation: "getProfile" }).length;
const balance = async (label: string) => (await till.member(label)).cards[0]?.point;

describe("after the member or the coupon is found", () => {
  test.each(["/find olivia", "/member olivia"])(
    "%s: a coupon is used in 2 taps",
    async (search) => {
      const { code } = await till.give("olivia", { name: "Croissant" });
      const cashier = person("cashier");
      await cashier.writes(search);
      await cashier.tap(new RegExp(`do=%2Fuse&code=${code}$`));
      await cashier.tap(/%2Fyes/);
      expect(cashier.taps()).toBe(2);
      expect((await till.connect.checkCoupon({ code })).coupon.status).toBe("USED");
    },
  );

  test("a checked coupon is used in 2 taps", async () => {
    const { code } = await till.give("olivia");
    const cashier = person("cashier");
    await cashier.writes(`/check ${code}`);
    await cashier.tap(/%2Fuse/);
    await cashier.tap(/%2Fyes/);
    expect(cashier.taps()).toBe(2);
    expect((await till.connect.checkCoupon({ code })).coupon.status).toBe("USED");
  });

  test("points are added in 2 taps and the amount", async () => {
    const manager = person("manager");
    await manager.writes("/find olivia");
    await manager.tap(/%2Fadd/);
    expect(manager.facts()).toContain("How many points for Olivia B. •••0105?");
    await manager.writes("100");
    await manager.tap(/%2Fyes/);
    expect(manager.taps()).toBe(2);
    expect(await balance("olivia")).toBe(18_500);
  });

  test("an amount that isn't possible is named, and six digits are no coupon code", async () => {
    const manager = person("manager");
    await manager.writes("/member olivia");
    await manager.tap(/%2Fadd/);
    await manager.writes("1.5");
    expect(manager.facts()).toContain("“1.5” isn’t possible");
    await manager.writes("200000");
    expect(manager.facts()).toContain("more than you may move today");
  });

  test("a coupon is given in 3 taps", async () => {
    const { uuid: member_uuid } = await till.member("olivia");
    const given = async () =>
      (await till.connect.getGiveCouponHistory({ member_uuid })).pagination.total;
    const before = await given();
    const manager = person("manager");
    await manager.writes("/find olivia");
    await manager.tap(/%2Fgift/);
    await manager.tap(/%2Fgift/);
    await manager.tap(/%2Fyes/);
    expect(manager.taps()).toBe(3);
    expect(await given()).toBe(before + 1);
  });
});

describe("lists", () => {
  test("/find of several members opens each", async () => {
    const cashier = person("cashier");
    await cashier.writes("/find 0800000013");
    expect(cashier.facts()).toContain("2 members");
    await cashier.tap(/%2Fmember/);
    expect(cashier.facts()).toMatch(/^มาลี/);
  });

  test("/sets asks to whom, and takes the answer", async () => {
    const manager = person("manager");
    await manager.writes("/sets");
    await manager.tap(/%2Fgift/);
    expect(manager.facts()).toMatch(/^Who gets “/);
    await manager.writes("nobody of that name");
    expect(manager.facts()).toContain("There is no member");
    await manager.writes("olivia");
    expect(manager.facts()).toContain("Olivia B. •••0105");
  });

  test("/gifts takes a coupon back", async () => {
    const { code } = await till.give("olivia");
    const manager = person("manager");
    await manager.writes("/gifts olivia");
    await manager.tap(/%2Fungift/);
    expect(manager.facts()).toContain(code);
    await manager.tap(/%2Fyes/);
    expect((await till.connect.checkCoupon({ code })).coupon.status).toBe("VOIDED");
  });

  test("/pending lets its asker cancel what waits for an approval", async () => {
    const manager = person("manager");
    await manager.writes("/gift iced olivia 6");
    await manager.tap(/%2Fyes/);
    await manager.writes("/pending");
    await manager.tap(/%2Fno/);
    expect(manager.facts()).toContain("Cancelled");
    await manager.writes("/pending");
    expect(manager.facts()).toContain("Nothing is waiting");
  });

  test("/staff removes others and invites; the owners of the configuration and oneself stay", async () => {
    const owner = person("owner");
    await owner.writes("/staff");
    const removes = owner.sees().match(/%2Fremove&staff=\w+/g) ?? [];
    expect(removes).toContain(`%2Fremove&staff=${world.lineId("cashier")}`);
    expect(removes).not.toContain(`%2Fremove&staff=${world.lineId("owner")}`);
    await owner.tap(/%2Finvite&role=cashier/);
    expect(owner.facts()).toMatch(/^\/join \w+$/m);
  });

  test("/help begins a command on the keyboard, and runs one without parameters", async () => {
    const manager = person("manager");
    await manager.writes("/help");
    expect(manager.fills()).toContain("/gift ");
    await manager.tap(/^do=%2Fsets$/);
    expect(manager.facts()).toContain("Coupon sets");
  });

  test("a cashier gets no button of a manager's command", async () => {
    await till.give("olivia");
    const cashier = person("cashier");
    await cashier.writes("/member olivia");
    expect(cashier.sees()).toContain("%2Fuse");
    expect(cashier.sees()).toContain("%2Fhistory");
    expect(cashier.sees()).not.toMatch(/%2Fadd|%2Fgift/);
    const { cards } = await till.member("olivia");
    const card = cards[0]?.card_no ?? "";
    const forged = await world.tapButton("cashier", `do=%2Fadd&card=${card}&points=5`);
    expect(stringsOf(forged)).not.toContain("%2Fyes");
  });
});

describe("/find by the last digits", () => {
  test("of a phone number, in Thai digits, too", async () => {
    const cashier = person("cashier");
    for (const digits of ["0105", "๐๑๐๕"]) {
      await cashier.writes(`/find ${digits}`);
      expect(cashier.facts(), `for ${digits}`).toContain("Olivia Brown");
      expect(cashier.sees(), `for ${digits}`).not.toContain("800000105");
    }
  });

  test("of a card number, and only members whose number ends with them", async () => {
    const { cards } = await till.member("olivia");
    const cashier = person("cashier");
    const ending = cards[0]?.card_no.slice(-4) ?? "";
    await cashier.writes(`/find ${ending}`);
    expect(cashier.facts()).toContain("Olivia Brown");
    await cashier.writes("/find 9876");
    expectAnswerOrRefusal(cashier.messages(), () =>
      expect(cashier.facts()).toContain("There is no member “9876”"),
    );
  });

  testAsSpecified("counts calls")(
    "reads five pages of members at most, and says that there are too many",
    async () => {
      {
        using file = openPlatformFile(world.platformFile, world.clock);
        file.growTo(700);
      }
      const before = lookups();
      const cashier = person("cashier");
      await cashier.writes("/find 987654");
      expect(cashier.facts()).toContain("too many");
      // One search by the digits, and five pages.
      expect(lookups() - before).toBe(6);
    },
  );
});
