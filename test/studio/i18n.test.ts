/** The studio's messages are complete in each language, and the server answers in the language of who asks. */
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MessageKeys } from "../../src/bot/i18n/format.ts";
import { missingPlurals } from "../../src/bot/i18n/validate-catalogue.ts";
import { linePeople } from "../../src/app/embedded-line.ts";
import { languages } from "../../src/config/environment-schema.ts";
import { studioCatalogues } from "../../src/studio/i18n/catalogues.ts";
import { pageKeys, studioKeys } from "../../src/studio/i18n/message-keys.ts";
import { serverKeys } from "../../src/studio/i18n/server-keys.ts";
import { createStudioWorld, type StudioWorld } from "./studio-world.ts";

const declared: MessageKeys = studioKeys;

/** Which kinds of arguments each part of a message can show. */
const kindOf: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: "text",
  [TYPE.select]: "text",
  [TYPE.number]: "number",
  [TYPE.plural]: "number",
  [TYPE.date]: "time",
  [TYPE.time]: "time",
  [TYPE.tag]: "element",
};

/** The arguments of a message, each with its kind. */
function argumentsOf(parts: readonly MessageFormatElement[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of parts) {
    const kind = kindOf[part.type];
    if (kind && "value" in part) found.set(part.value, kind);
    const inner =
      part.type === TYPE.tag
        ? [part.children]
        : "options" in part
          ? Object.values(part.options).map(({ value }) => value)
          : [];
    for (const [name, innerKind] of inner.flatMap((one) => [...argumentsOf(one)])) {
      found.set(name, innerKind);
    }
  }
  return found;
}

describe.each(languages)("the studio's messages in %s", (language) => {
  const catalogue: Readonly<Record<string, string>> = studioCatalogues[language];

  test("are all there, and no others", () => {
    expect(Object.keys(catalogue).toSorted()).toEqual(Object.keys(declared).toSorted());
    expect(Object.entries(catalogue).filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test("have the arguments that are declared, each of them", () => {
    const found = Object.entries(catalogue).map(([key, text]) => [
      key,
      Object.fromEntries(argumentsOf(parse(text))),
    ]);
    expect(Object.fromEntries(found)).toEqual(declared);
  });

  test("have the plural forms of the language", () => {
    expect(Object.values(catalogue).flatMap((text) => missingPlurals(language, text))).toEqual([]);
  });
});

test("a key has one meaning: none is the page's and the server's", () => {
  const doubles = Object.keys(serverKeys).filter((key) => Object.hasOwn(pageKeys, key));
  expect(doubles).toEqual([]);
});

const first = (language: keyof typeof studioCatalogues) =>
  studioCatalogues[language]["login.first"];

describe("the server answers in", () => {
  let world: StudioWorld;
  beforeAll(async () => {
    world = await createStudioWorld([], { password: "sesame" });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  const refusal = async (headers: Record<string, string>) => {
    const response = await fetch(`${world.url}statistics`, { headers });
    return ((await response.json()) as { message: string }).message;
  };

  test("the language that was chosen, whatever the browser asks for", async () => {
    const headers = { cookie: "a=b; studio-language=ja", "accept-language": "th" };
    expect(await refusal(headers)).toBe(first("ja"));
  });

  test("the browser's first language that there is", async () => {
    expect(await refusal({ "accept-language": "fr, zh-HK;q=0.9, th;q=0.8" })).toBe(first("zh-TW"));
  });

  test.each([
    [{}],
    [{ "accept-language": "fr" }],
    [{ "accept-language": ";;;" }],
    [{ cookie: "studio-language=xx" }],
  ])("English for %j", async (headers) => {
    expect(await refusal(headers)).toBe(first("en"));
  });
});

test.each(languages)(
  "the demo's people are described in %s, and others as they are",
  async (language) => {
    const other = {
      userId: `U${"9".repeat(32)}`,
      displayName: "Zoe",
      label: "zoe",
      note: "a note",
    };
    await using world = await createStudioWorld([...linePeople, other]);
    const headers = { cookie: `studio-language=${language}` };
    const response = await fetch(`${world.url}people`, { headers });
    const { people } = (await response.json()) as { people: Record<string, unknown>[] };
    const texts: Readonly<Record<string, string>> = studioCatalogues[language];
    const described = linePeople.map(({ label }) => [label, texts[`demo.${label}`]]);
    expect(described.map(([, text]) => text)).not.toContain(undefined);
    expect(people.map(({ label, note }) => [label, note])).toEqual([
      ...described,
      ["zoe", "a note"],
    ]);
    expect(people[0]).toMatchObject({ kind: texts["demo.kind.first"] });
  },
);
