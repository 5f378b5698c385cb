/** Each text and each reply is named for who edits it, in each language. */
import { describe, expect, test } from "vitest";
import { messageKeys, type MessageKey } from "../../src/bot/i18n/message-keys.ts";
import { replyCatalogue } from "../../src/bot/reply-catalogue.ts";
import { languages } from "../../src/config/languages.ts";
import { studioCatalogues } from "../../src/studio/i18n/catalogues.ts";
import { groupOf, textGroups } from "../../src/studio/i18n/titles.ts";
import { textTitle } from "../../src/studio/server/text-places.ts";

const keys = Object.keys(messageKeys) as MessageKey[];

describe.each(languages)("in %s", (language) => {
  test("each text has a title of its own, without codes or gaps", () => {
    const titles = keys.map((key) => textTitle(key, language));
    expect(titles.filter((title) => /^\s*$|undefined|\{text\}/.test(title))).toEqual([]);
    const repeated = titles.filter((title, index) => titles.indexOf(title) !== index);
    expect(repeated).toEqual([]);
  });

  test("each reply has a title of its own", () => {
    const catalogue: Readonly<Record<string, string>> = studioCatalogues[language];
    const titles = replyCatalogue.map(({ name }) => catalogue[`reply.${name}`] ?? "");
    expect(titles.filter((title) => title.trim() === "")).toEqual([]);
    expect(new Set(titles).size).toBe(replyCatalogue.length);
  });
});

test("each text is in a group, and each group has texts", () => {
  expect(new Set(keys.map(groupOf))).toEqual(new Set(textGroups));
});
