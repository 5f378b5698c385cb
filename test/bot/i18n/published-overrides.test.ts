/** Published overrides replace built-in messages one by one, as far as this version can format them. */
import { describe, expect, test } from "vitest";
import {
  changedKeys,
  overrideFaults,
  withPublished,
} from "../../../src/bot/i18n/published-overrides.ts";
import { builtInCatalogues } from "../../../src/bot/i18n/translate.ts";

describe("published overrides", () => {
  test("replace the built-in messages one by one", () => {
    const { catalogues, faults } = withPublished('{"th":{"help.title":"ว่าไงคะ"}}');
    expect(faults).toEqual([]);
    expect(catalogues.th).toEqual({ ...builtInCatalogues.th, "help.title": "ว่าไงคะ" });
    expect(catalogues.en).toEqual(builtInCatalogues.en);
  });

  test("are left out where this version can't format them", () => {
    const published = { en: { "gone.title": "x", "help.title": "{name}", "help.label": "Ask" } };
    const { catalogues, faults } = withPublished(JSON.stringify(published));
    expect(catalogues.en).toEqual({ ...builtInCatalogues.en, "help.label": "Ask" });
    expect(faults).toHaveLength(2);
  });

  test.each([null, "", "nonsense", "[]", '{"xx":{}}', '{"en":{"help.title":7}}'])(
    "the built-in catalogues are unchanged by %s",
    (published) => {
      expect(withPublished(published).catalogues).toEqual(builtInCatalogues);
    },
  );

  test("contain only the messages that differ from the built-in ones", () => {
    const draft = { en: { ...builtInCatalogues.en, "help.label": "Ask" } };
    expect(changedKeys(draft).en).toEqual({ "help.label": "Ask" });
    expect(overrideFaults(draft)).toEqual([]);
  });
});
