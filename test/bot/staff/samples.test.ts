/** The samples of staff's replies obey LINE's limits and speak each language. */
import { describe, expect, test } from "vitest";
import { replyCatalogue, sampleName } from "../../../src/bot/reply-catalogue.ts";
import { languages } from "../../../src/config/environment-schema.ts";
import { serializeMessages } from "../../../src/line/messages/prepare-reply.ts";
import { renderContextIn } from "../../support/render-context.ts";

const staffReplies = replyCatalogue.filter(({ kind }) => kind === "staff");

test("questions, results, lists, refusals and states are shown", () => {
  expect(staffReplies.map(({ name }) => name)).toEqual([
    "staff-question",
    "staff-result",
    "staff-list",
    "staff-refusal",
    "staff-status",
    "staff-redemption",
    "staff-day",
  ]);
});

describe.each(staffReplies)("$name", ({ samples }) => {
  test.each(languages)("is sent as it is in %s", (language) => {
    const all = samples(renderContextIn(language));
    expect(new Set(all.map(sampleName)).size).toBe(all.length);
    for (const sample of all) {
      expect([sampleName(sample), serializeMessages(sample.messages).replaced]).toEqual([
        sampleName(sample),
        [],
      ]);
    }
  });

  test("differs between languages, and is the same when it is rendered again", () => {
    const texts = languages.map((language) => JSON.stringify(samples(renderContextIn(language))));
    expect(new Set(texts).size).toBe(languages.length);
    expect(JSON.stringify(samples(renderContextIn("en")))).toBe(texts[languages.indexOf("en")]);
  });
});
