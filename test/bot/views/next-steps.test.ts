/** Every reply leads on by quick replies, and each offered step is an intent. */
import { describe, expect, test } from "vitest";
import { intents } from "../../../src/bot/intents/intents.ts";
import { replyCatalogue, sampleName } from "../../../src/bot/reply-catalogue.ts";
import { parsePostback } from "../../../src/bot/routing/postback.ts";
import { menuSteps } from "../../../src/bot/views/next-steps.ts";
import { languages, type Language } from "../../../src/config/environment-schema.ts";
import { faultsOf } from "../../../src/line/messages/prepare-reply.ts";
import { brand, renderContextIn } from "../../support/render-context.ts";

const contextIn = (language: Language, contactUrl: string | null) =>
  renderContextIn(language, { brand: { ...brand, contactUrl } });

test("every step is an intent, in every menu", () => {
  const names = new Set(intents.map(({ name }) => name));
  expect(menuSteps.filter((step) => !names.has(step))).toEqual([]);
});

/** Groups get a link to the 1:1 chat, staff their own buttons, and the late answer is one button that asks again. */
const others = replyCatalogue.filter(
  ({ kind, name }) => kind !== "group" && kind !== "staff" && name !== "late-answer",
);

describe.each(others)("$name", ({ name, samples }) => {
  test.each(languages)("leads on in %s", (language) => {
    for (const contactUrl of ["https://shop.example/contact", null]) {
      for (const sample of samples(contextIn(language, contactUrl))) {
        // A question before redeeming is answered by the buttons in it.
        if (name === "redeem" && sample.name !== "empty") continue;
        const last = sample.messages.at(-1);
        const actions = last?.quickReply?.items?.map(({ action }) => action) ?? [];
        expect([sampleName(sample), actions.length]).toEqual([
          sampleName(sample),
          Math.max(2, actions.length),
        ]);
        const labels = actions.map((action) => action?.label);
        expect(new Set(labels).size, "no step twice").toBe(labels.length);
        expect(faultsOf(last)).toEqual([]);
      }
    }
  });
});

test.each([
  ["balance", "coupons"],
  ["card", "balance"],
  ["coupons", "card"],
  ["check", "coupons"],
  ["history", "balance"],
  ["campaigns", "coupons"],
])("after %s comes %s first, and not the same again", (name, first) => {
  const entry = replyCatalogue.find((one) => one.name === name);
  const [sample] = entry?.samples(contextIn("en", null)) ?? [];
  const steps = sample?.messages
    .at(-1)
    ?.quickReply?.items?.map(({ action }) =>
      action?.type === "postback" ? parsePostback(action.data ?? "").action : "",
    );
  expect(steps?.[0]).toBe(first);
  expect(steps).not.toContain(name);
});
