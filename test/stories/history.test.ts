/** A member's transactions and campaigns, through signed HTTP. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { storyBehaviour } from "../support/platform-behaviour.ts";
import { palette } from "../../src/bot/views/flex-components.ts";
import { postbackData } from "../../src/bot/routing/postback.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";
import { nextPage, stringsOf, textOf } from "../support/views.ts";

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

describe("history", () => {
  test.each(["history", "ประวัติ", "履歴", "紀錄"])("is shown for %s", async (word) => {
    const { cards } = await till.member("olivia");
    const { point = 0, card_no = "" } = cards[0] ?? {};
    await till.connect.addPoint({ card_no, method: 2, points: 77 });
    const [message] = await world.sendText("olivia", word);
    expect(message).toMatchObject({
      type: "flex",
      altText: expect.stringContaining(
        `You collected 77 points Balance ${(point! + 77).toLocaleString("en")}`,
      ),
    });
    expect(textOf(message)).toContain("23 Nov 2026, 12:00");
  });

  test("shows signed points in colour, and what they were for", async () => {
    const { cards } = await till.member("olivia");
    const card_no = cards[0]?.card_no;
    await till.connect.addPoint({ card_no, method: 2, points: 1077, remark: "Two lattes" });
    // A platform that ignores sort orders tells by the time alone which one is newer.
    world.clock.turn(1000);
    await till.connect.addPoint({ card_no, method: 2, points: 5, ref_no: "POS1-0099" });
    world.clock.turn(1000);
    await till.connect.burnPoint({ card_no, points: 30 });
    const messages = await world.sendText("olivia", "history");
    // A platform that leaves remarks out leaves what the transaction was.
    expect(textOf(messages)).toMatch(
      storyBehaviour() === "loose"
        ? /Points spent\n\u221230\n[^]*Reference POS1-0099\n\+5\n[^]*(Two lattes|Points collected)\n\+1,077\n/
        : /Points spent\n\u221230\n[^]*Reference POS1-0099\n\+5\n[^]*Two lattes\n\+1,077\n/,
    );
    const colorOf = (text: string) =>
      new RegExp(`"text":"${text}"[^}]*"color":"(#\\w+)"`).exec(JSON.stringify(messages))?.[1];
    expect([colorOf("\\+5"), colorOf("\u221230")]).toEqual([palette.done, palette.spent]);
  });

  test("marks voided transactions", async () => {
    const { cards } = await till.member("olivia");
    const { id } = await till.connect.burnPoint({ card_no: cards[0]?.card_no, points: 1 });
    await till.connect.voidTransactionById({ id });
    const [message] = await world.sendText("olivia", "history");
    expect(message).toMatchObject({
      altText: expect.stringContaining("You spent 1 point Cancelled"),
    });
    expect(stringsOf(message)).toContain("line-through");
  });

  test("has pages up to the first transaction, each shown once", async () => {
    const { cards, uuid } = await till.member("olivia");
    for (let points = 1001; points <= 1025; points++) {
      await till.connect.addPoint({ card_no: cards[0]?.card_no, method: 2, points });
    }
    const { pagination } = await till.connect.getTransaction({ member_uuid: uuid });
    let entries = 0;
    let pages = 0;
    let data: string | undefined = postbackData("history");
    while (data) {
      const messages = await world.tapButton("olivia", data);
      entries += textOf(messages).match(/^[+\u2212][\d,]+$/gm)?.length ?? 0;
      pages++;
      data = nextPage(messages, "history");
    }
    expect(entries).toBe(pagination.total);
    expect(pages).toBe(Math.ceil(pagination.total / 10));
  });

  test("shows the first page when an old button asks for a page past the end", async () => {
    const old = postbackData("history", { page: "99" });
    expect(await world.tapButton("olivia", old)).toEqual(await world.sendText("olivia", "history"));
  });

  test("names the card if the member has several", async () => {
    const { cards } = await till.member("three-cards");
    await till.connect.addPoint({ card_no: cards[1]?.card_no, method: 2, points: 5 });
    const name = cards[1]?.card_nickname || cards[1]?.card_type;
    expect(textOf(await world.sendText("three-cards", "history"))).toMatch(
      new RegExp(`12:00.* · ${name}`),
    );
  });
});
