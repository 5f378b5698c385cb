/** Choosing a language, through signed HTTP. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";
import { stringsOf, textOf } from "../support/views.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

/** The buttons under the last message: label and data. */
async function offered(label: string, word: string): Promise<Map<string, string>> {
  const messages = await world.sendText(label, word);
  const items = messages.at(-1)?.quickReply?.items ?? [];
  return new Map(
    items.flatMap(({ action }) =>
      action?.type === "postback" && action.label && action.data
        ? [[action.label, action.data] as const]
        : [],
    ),
  );
}

test("the four languages are offered to who asks in any of them", async () => {
  for (const word of ["language", "ภาษา", "言語", "語言"]) {
    const labels = [...(await offered("olivia", word)).keys()];
    expect(labels, `for ${word}`).toEqual(["ไทย", "English", "日本語", "繁體中文"]);
  }
});

test("a tap is confirmed in the new language, which is kept over a restart", async () => {
  const choice = await offered("somchai", "ภาษา");
  const [answer] = await world.tapButton("somchai", choice.get("日本語") ?? "");
  expect(answer).toMatchObject({ text: "これからは日本語でご案内します。" });
  expect(textOf(await world.sendText("somchai", "แต้ม"))).toContain("カード番号");
  await world.restart();
  expect(textOf(await world.sendText("somchai", "แต้ม"))).toContain("カード番号");
  expect(textOf(await world.sendText("suphansa", "แต้ม")), "only theirs").toContain("หมายเลขบัตร");
});

test("a language that isn't offered can't be chosen", async () => {
  const [answer] = await world.tapButton("olivia", "do=language&to=xx");
  expect(answer).toMatchObject({ text: expect.stringContaining("Which language") });
});

test("only the languages offered by the configuration are shown", async () => {
  await using small = await createWorld({ BUSINESS_LANGUAGES: "en,ja" });
  const [message] = await small.sendText("somchai", "language");
  expect(message).toMatchObject({ text: expect.stringContaining("Which language") });
  expect(stringsOf(message)).not.toMatch(/繁體中文|ไทย/);
});
