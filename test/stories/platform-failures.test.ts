/** Replies to members while the platform fails, and for unusual data. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { faultsOf } from "../../src/line/messages/prepare-reply.ts";
import { createWorld, type World } from "../support/world.ts";
import { buttonsOf, nextPage, textOf } from "../support/views.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld({ CONTACT_URL: "tel:+6620000000" });
});
afterEach(() => world[Symbol.asyncDispose]());

const lookups = () => world.platform.requests({ operation: "getProfile" }).length;
const writes = (label: string, text: string) =>
  world.line.act(world.lineId(label), { type: "text", text });

describe("when the platform", () => {
  test.each<[string, string, RegExp]>([
    ["somchai", "th", /ขออภัย/],
    ["hina", "ja", /申し訳ありません/],
    ["olivia", "en", /Sorry/],
    ["yijun", "zh-TW", /抱歉/],
  ])(
    "doesn't answer, %s gets an apology in %s, and the webhook request doesn't wait",
    async (label, _language, apology) => {
      let loadings = 0;
      world.line.watch((change) => {
        if (change.kind === "chat" && change.item.kind === "loading") loadings += 1;
      });
      await world.sendText(label, "help");
      world.platform.faults.add({ kind: "silence" });
      const { status, webhookEventId } = await writes(label, "points");
      const sentAt = world.clock.now();
      expect(status).toBe(200);
      expect(world.line.sent).toHaveLength(1);
      await world.settle(10_000);
      const { messages, at } = await world.line.nextReply(webhookEventId);
      expect(messages[0]).toMatchObject({ type: "text", text: expect.stringMatching(apology) });
      expect(buttonsOf(messages).map(({ uri }) => uri)).toContain("tel:+6620000000");
      expect(at - sentAt).toBeLessThanOrEqual(10_000);
      expect(loadings).toBe(1);
    },
  );

  test.each(["unauthorized", "html-page", "empty-body"] as const)(
    "answers with %s, the member gets an apology, and the next question works",
    async (kind) => {
      world.platform.faults.add({ kind, operation: "getProfile" });
      const { webhookEventId } = await writes("olivia", "points");
      await world.settle(10_000);
      const { messages } = await world.line.nextReply(webhookEventId);
      expect(textOf(messages)).toMatch(/Sorry/);
      world.platform.faults.clear();
      await world.advanceTime(10_000);
      expect(textOf(await world.sendText("olivia", "points"))).toContain("18,400");
    },
  );

  test("is slow, a thousand messages of one sender share one call", async () => {
    await world[Symbol.asyncDispose]();
    world = await createWorld({ LIMIT_MESSAGES_PER_SENDER_MINUTE: "3000" });
    const events = Array.from({ length: 1000 }, () =>
      world.line.compose(world.lineId("somchai"), { type: "text", text: "points" }),
    );
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        world.line.deliver(events.slice(index * 100, index * 100 + 100)),
      ),
    );
    await world.bot.idle();
    expect(world.line.sent).toHaveLength(1000);
    expect(lookups()).toBe(1);
  });
});

describe("unusual data", () => {
  test("is shown as it is", async () => {
    for (const label of ["markup", "jose", "fon", "kittipat", "bare"]) {
      const [message] = await world.sendText(label, "points");
      expect(message?.type, `for ${label}`).toBe("flex");
      expect(world.logged.join(""), `for ${label}`).not.toContain("breaks a rule");
    }
  });

  test("a member without cards gets a text", async () => {
    expect(await world.sendText("no-cards", "points")).toMatchObject([
      { type: "text", text: expect.stringContaining("Emma") },
    ]);
  });
});

describe("a member with 30 cards and the maximum of points", () => {
  beforeEach(() => {
    const database = new DatabaseSync(world.platformFile);
    const somchai = database
      .prepare("select id, business_id from member where line_id = ?")
      .get(world.lineId("somchai"));
    const insert = database.prepare(
      `insert into card (business_id, member_id, uuid, card_no, nickname, nickname_key, type, point)
       values (?, ?, ?, ?, 'Another card', 'another card', 'GOLD', 2147483647)`,
    );
    for (let index = 0; index < 29; index++) {
      const { business_id: business = null, id = null } = somchai ?? {};
      insert.run(business, id, `extra-${index}`, `extra-${index}`);
    }
    database.close();
  });

  test("gets them on pages within LINE's limits, each with a button for the next", async () => {
    const seen: string[] = [];
    let [message] = await world.sendText("somchai", "points");
    for (let pages = 1; ; pages++) {
      // The demo's logo is served over http, which an embedded LINE loads.
      expect(faultsOf(message, { allowHttpImages: true })).toEqual([]);
      seen.push(...(textOf(message).match(/extra-\d+/g) ?? []));
      const more = nextPage(message, "balance");
      if (!more) {
        expect(pages).toBe(3);
        break;
      }
      [message] = await world.tapButton("somchai", more);
    }
    expect(new Set(seen).size).toBe(29);
    expect(textOf(message)).toContain("2,147,483,647");
  });
});
