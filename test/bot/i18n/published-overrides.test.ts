import { describe, expect, test } from "vitest";
import {
  changedKeys,
  overrideFaults,
  withPublished,
} from "../../../src/bot/i18n/published-overrides.ts";
import { builtInCatalogues } from "../../../src/bot/i18n/translate.ts";

describe("published words", () => {
  test("are laid over ours, message by message", () => {
    const { catalogues, faults } = withPublished('{"th":{"help.title":"ว่าไงคะ"}}');
    expect(faults).toEqual([]);
    expect(catalogues.th).toEqual({ ...builtInCatalogues.th, "help.title": "ว่าไงคะ" });
    expect(catalogues.en).toEqual(builtInCatalogues.en);
  });

  test("give way to ours where this version can't say them", () => {
    const published = { en: { "gone.title": "x", "help.title": "{name}", "help.label": "Ask" } };
    const { catalogues, faults } = withPublished(JSON.stringify(published));
    expect(catalogues.en).toEqual({ ...builtInCatalogues.en, "help.label": "Ask" });
    expect(faults).toHaveLength(2);
  });

  test.each([null, "", "nonsense", "[]", '{"xx":{}}', '{"en":{"help.title":7}}'])(
    "%s leaves ours as they are",
    (published) => {
      expect(withPublished(published).catalogues).toEqual(builtInCatalogues);
    },
  );

  test("keep only what differs from ours", () => {
    const draft = { en: { ...builtInCatalogues.en, "help.label": "Ask" } };
    expect(changedKeys(draft).en).toEqual({ "help.label": "Ask" });
    expect(overrideFaults(draft)).toEqual([]);
  });
});
