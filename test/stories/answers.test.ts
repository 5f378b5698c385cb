/** Answers of the shop's own, from files, drafts and the demo to the chat. */
import { createAnswersWorld, pets, type AnswersWorld } from "../support/answers-world.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buttonsOf, stringsOf, textOf } from "../support/views.ts";
import { storyBehaviour } from "../support/platform-behaviour.ts";

let shop: AnswersWorld;
beforeEach(async () => {
  shop = await createAnswersWorld();
});
afterEach(() => shop[Symbol.asyncDispose]());

describe("the demo's six answers", () => {
  test.each([
    ["olivia", "Opening hours?", "We are open every day from 8:00 to 20:00, Olivia."],
    ["somchai", "ร้านเปิดกี่โมงคะ", "ร้านเปิดทุกวัน 8:00–20:00 น."],
    ["hina", "住所を教えてください", "スクンビット"],
    ["yijun", "請問有停車場嗎？", "八個車位"],
    ["olivia", "do you have wifi", "SakuraGuest"],
    ["olivia", "FOOD MENU please", "Doi Chang"],
    ["olivia", "gluten free", "tell the staff"],
  ])("%s asks %s", async (label, question, reply) => {
    const messages = await shop.world.sendText(label, question);
    expect(stringsOf(messages)).toContain(reply);
    const [, picture = ""] = /"hero":.*?"(http[^"]+)"/.exec(JSON.stringify(messages)) ?? [];
    expect((await fetch(picture)).headers.get("content-type")).toBe("image/png");
  });

  test("are there for who isn't a member, without a name, and lead on", async () => {
    const messages = await shop.world.sendText("stranger", "opening hours");
    expect(textOf(messages)).toContain("from 8:00 to 20:00. The kitchen");
    expect(buttonsOf(messages).map(({ data }) => data)).toContain("do=balance");
  });
});

test("it is given in the language of the phrase, else in the person's, else in one that it has", async () => {
  await shop.publish({
    pets,
    parrot: {
      phrases: { en: ["parrot"], th: ["parrot"], ja: ["オウム"] },
      reply: { th: "นกแก้ว", en: "Parrots are welcome." },
    },
  });
  expect(await shop.asks("สัตว์เลี้ยง"), "a Thai phrase to an English phone").toContain("ยินดีต้อนรับสุนัข");
  expect(await shop.asks("pets", "somchai"), "an English phrase to a Thai phone").toContain("Dogs");
  expect(await shop.asks("parrot")).toBe("Parrots are welcome.");
  expect(await shop.asks("parrot", "somchai")).toBe("นกแก้ว");
  expect(await shop.asks("オウム", "hina"), "no Japanese text").toBe("นกแก้ว");
});

describe("a bot that keeps replies, as one does without a studio", () => {
  beforeEach(() => shop.world.restart(undefined, { STUDIO: "off" }));

  test("gives what everybody gets alike in each language, until another is published", async () => {
    const tea = { phrases: { en: ["tea"], th: ["tea"] } };
    await shop.publish({ tea: { ...tea, reply: { en: "Green.", th: "ชาเขียว" } } });
    for (let times = 0; times < 3; times += 1) {
      expect(await shop.asks("tea")).toBe("Green.");
      expect(await shop.asks("tea", "somchai")).toBe("ชาเขียว");
    }
    await shop.publish({ tea: { ...tea, reply: { en: "Black.", th: "ชาดำ" } } });
    expect([await shop.asks("tea"), await shop.asks("tea", "somchai")]).toEqual(["Black.", "ชาดำ"]);
  });

  // A slow one doesn't always say in time who somebody is.
  test.skipIf(storyBehaviour() === "slow")("gives nobody another one's name", async () => {
    await shop.publish({ pets });
    for (let times = 0; times < 3; times += 1) {
      expect(await shop.asks("pets")).toBe("Dogs are welcome, Olivia.");
      expect(await shop.asks("pets", "nok")).toBe("Dogs are welcome, Nok.");
    }
  });
});

test("the name goes with what is around it where nobody knows it", async () => {
  await shop.publish({
    pets,
    tea: {
      phrases: { en: ["tea"] },
      reply: { en: "{name}, we have tea.\nGreen, {name}, or black" },
    },
  });
  expect(await shop.asks("pets")).toBe("Dogs are welcome, Olivia.");
  expect(await shop.asks("pets", "stranger")).toBe("Dogs are welcome.");
  expect(await shop.asks("สัตว์เลี้ยง", "stranger")).toBe("ยินดีต้อนรับสุนัขค่ะ");
  expect(await shop.asks("tea", "stranger")).toBe("we have tea.\nGreen, or black");
  shop.world.platform.faults.add({ kind: "error" });
  const reply = shop.asks("pets", "nok");
  await shop.world.advanceTime(4000, reply);
  expect(await reply, "the platform is down").toBe("Dogs are welcome.");
});

test("dates and hours are the business's", async () => {
  // 10:00 in Bangkok on 1 December is 03:00 in UTC.
  const at = Date.parse("2026-12-01T10:00:00+07:00");
  shop.world.clock.turn(at - shop.world.clock.now());
  await shop.publish({
    night: { phrases: { en: ["night bell"] }, reply: { en: "Night bell." }, hours: "18:00-09:00" },
    day: { phrases: { en: ["daytime"] }, reply: { en: "Come in." }, hours: "09:00-18:00" },
    xmas: {
      phrases: { en: ["xmas tree"] },
      reply: { en: "Ho." },
      from: "2026-12-02",
      until: "2026-12-31",
    },
    returns: { phrases: { en: ["refund"] }, reply: { en: "Ask at till 2." }, hours: "18:00-24:00" },
  });
  const given = async () => {
    shop.world.clock.turn(61_000);
    const all: string[] = [];
    for (const phrase of ["night bell", "daytime", "xmas tree"]) {
      if (!/Sorry|understand|staff/.test(await shop.asks(phrase))) all.push(phrase);
      shop.world.clock.turn(61_000);
    }
    return all;
  };
  // Without what happens every second meanwhile.
  const until = (time: string) =>
    shop.world.clock.move(Date.parse(`${time}+07:00`) - shop.world.clock.now());
  expect(await given()).toEqual(["daytime"]);
  expect(await shop.asks("refund"), "the bot's own, meanwhile").not.toContain("till 2");
  until("2026-12-01T18:00:00");
  expect(await given()).toEqual(["night bell"]);
  expect(await shop.asks("refund")).toBe("Ask at till 2.");
  until("2026-12-02T00:00:00");
  expect(await given()).toEqual(["night bell", "xmas tree"]);
  until("2026-12-31T23:50:00");
  expect(await given()).toEqual(["night bell", "xmas tree"]);
  until("2027-01-01T09:00:00");
  expect(await given()).toEqual(["daytime"]);
});

test("buttons ask for what members can ask, and open addresses; an answer that went leads on", async () => {
  await shop.publish({
    shop: {
      phrases: { en: ["shop"] },
      reply: { en: "Our shop." },
      picture: "https://shop.example/a.png",
      buttons: [
        { label: { en: "Map" }, url: "https://maps.example/x" },
        { label: { en: "Call" }, url: "tel:+6620000000" },
        { label: { en: "Chat" }, url: "line://nv/chat" },
        { label: { en: "My coupons" }, intent: "coupons" },
      ],
    },
  });
  const reply = await shop.world.sendText("olivia", "shop");
  expect(JSON.stringify(reply)).toContain("https://shop.example/a.png");
  const buttons = buttonsOf(reply).slice(0, 4);
  expect(buttons.map(({ uri, data }) => uri ?? data)).toEqual([
    "https://maps.example/x",
    "tel:+6620000000",
    "line://nv/chat",
    "do=coupons",
  ]);
  expect(stringsOf(await shop.world.tapButton("olivia", "do=coupons"))).toContain("Your coupons");
  expect(textOf(await shop.world.tapButton("olivia", "do=answer&name=shop"))).toBe("Our shop.");
  expect(textOf(await shop.world.tapButton("olivia", "do=answer&name=gone"))).toContain(
    "understand",
  );
});

describe("what isn't understood", () => {
  test("is offered up to three answers that share a word, as buttons, and never answered by a guess", async () => {
    await shop.publish(
      Object.fromEntries(
        ["red", "green", "blue", "white"].map((colour) => [
          colour,
          { phrases: { en: [`${colour} umbrella`] }, reply: { en: `A ${colour} one.` } },
        ]),
      ),
    );
    const reply = await shop.world.sendText("olivia", "Is there an umbrella that is blue?");
    expect(textOf(reply)).toContain("didn’t understand");
    const offered = buttonsOf(reply).filter(({ data }) => data?.startsWith("do=answer"));
    expect(offered.map(({ label }) => label)).toEqual([
      "Blue umbrella",
      "Green umbrella",
      "Red umbrella",
    ]);
    expect(textOf(await shop.world.tapButton("olivia", offered[0]?.data ?? ""))).toBe(
      "A blue one.",
    );
    const others = buttonsOf(await shop.world.sendText("olivia", "is there a that"));
    expect(others.filter(({ data }) => data?.startsWith("do=answer"))).toEqual([]);
  });

  test("gets the shop's own sentence, with the ways on below it, in its hours", async () => {
    await shop.publish({
      fallback: { reply: { en: "We are closed, {name}." }, hours: "00:00-24:00" },
    });
    const reply = await shop.world.sendText("olivia", "gobbledygook");
    expect(textOf(reply)).toBe("We are closed, Olivia.");
    expect(buttonsOf(reply).map(({ data }) => data)).toContain("do=balance");
    expect(textOf(await shop.world.performAction("olivia", { type: "sticker" }))).not.toContain(
      "closed",
    );
    await shop.publish({ fallback: { reply: { en: "We are closed." }, until: "2020-01-01" } });
    shop.world.clock.turn(61_000);
    expect(await shop.asks("gobbledygook")).toContain("didn’t understand");
  });
});

test("staff get answers, too; groups only a link, and only when the account is called", async () => {
  await shop.publish({ pets });
  expect(await shop.asks("pets", "owner")).toContain("Dogs are welcome");
  const group = shop.world.groups[0]?.chatId ?? "";
  const said = (text: string) => shop.world.performAction("olivia", { type: "text", text }, group);
  expect(await said("pets")).toEqual([]);
  const called = await shop.world.performAction(
    "olivia",
    { type: "text", text: "@Sakura pets", mentionsBot: true } as never,
    group,
  );
  expect(stringsOf(called)).not.toContain("Dogs");
});

test("a phrase of the programme's own questions may be taken over where only a person could help", async () => {
  expect(await shop.asks("lost my phone")).not.toContain("till");
  await shop.publish({
    lost: { phrases: { en: ["lost my phone"] }, reply: { en: "Come to the till." } },
  });
  expect(await shop.asks("lost my phone")).toBe("Come to the till.");
});
