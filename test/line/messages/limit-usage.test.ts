/** How much of LINE's limits messages use, in the units in which LINE counts. */
import { expect, test } from "vitest";
import { limitUsageOf } from "../../../src/line/messages/limit-usage.ts";
import { faultsOf, type Message } from "../../../src/line/messages/prepare-reply.ts";

/** 10 grapheme clusters of 21 UTF-16 units. */
const thai = "ที่นี่มีสิ่งนี้ให้คุณ";

const textWithButton = (label: string, text: string): Message => ({
  type: "text",
  text,
  quickReply: {
    items: [
      { type: "action", action: { type: "postback", data: "do=help", label, displayText: label } },
    ],
  },
});

test("labels and displayed texts count in grapheme clusters, other texts in UTF-16 units", () => {
  const message = textWithButton(thai, thai);
  expect(faultsOf(message)).toEqual([]);
  const usage = new Map(limitUsageOf([message]).map(({ what, used }) => [what, used]));
  expect(Object.fromEntries(usage)).toMatchObject({ label: 10, displayText: 10, text: 21 });
});

test("a label at its limit and one over it are measured as they are judged", () => {
  for (const [label, used, faults] of [
    ["👨‍👩‍👧‍👦".repeat(20), 20, 0],
    ["👨‍👩‍👧‍👦".repeat(21), 21, 1],
  ] as const) {
    const message = textWithButton(label, "x");
    expect(limitUsageOf([message])).toContainEqual({ what: "label", used, limit: 20 });
    expect(faultsOf(message)).toHaveLength(faults);
  }
});
