/** LINE's limits, one by one: at the limit passes, one over fails, and what fails becomes plain text. */
import * as fc from "../../support/properties.ts";
import { describe, expect, test } from "vitest";
import {
  faultsOf,
  serializeMessages,
  type Message,
} from "../../../src/line/messages/prepare-reply.ts";
import { actionLimits } from "./limits/action-limits.ts";
import { flexLimits } from "./limits/flex-limits.ts";
import { messageLimits } from "./limits/message-limits.ts";
import { quickReplyLimits } from "./limits/quick-reply-limits.ts";
import { templateLimits } from "./limits/template-limits.ts";
import {
  family,
  of,
  text,
  box,
  bubble,
  flex,
  inBox,
  reply,
  quick,
  item,
  image,
  many,
} from "./limits/samples.ts";

const limits = [
  ...messageLimits,
  ...quickReplyLimits,
  ...actionLimits,
  ...flexLimits,
  ...templateLimits,
];

describe("limits", () => {
  test.each(limits)("%s", (_name, passes, fails, property) => {
    expect(faultsOf(passes)).toEqual([]);
    expect(faultsOf(fails).map((fault) => fault.property)).toEqual([property]);
  });

  test("http images pass only where LINE is embedded, and other schemes never", () => {
    const http = image({
      originalContentUrl: "http://127.0.0.1:3000/a",
      previewImageUrl: "http://127.0.0.1:3000/a",
    });
    expect(faultsOf(http)).toHaveLength(2);
    expect(faultsOf(http, { allowHttpImages: true })).toEqual([]);
    expect(
      faultsOf(image({ previewImageUrl: "ftp://e.co/a" }), { allowHttpImages: true }),
    ).toHaveLength(1);
  });

  test("a fault never repeats the value", () => {
    const secret = "08-1234-5678";
    const broken = flex(
      bubble(box([{ type: "text", text: "", color: secret, [secret]: 1 }])),
      of(secret, 500),
    );
    const faults = faultsOf(broken);
    expect(faults.length).toBeGreaterThan(2);
    expect(JSON.stringify(faults.map(({ rule }) => rule))).not.toContain(secret);
  });

  test("a property whose value is undefined isn't there", () => {
    expect(faultsOf({ ...text("a"), quoteToken: undefined })).toEqual([]);
    expect(faultsOf({ type: "text", text: undefined })).toHaveLength(1);
  });
});

function prepared(messages: readonly unknown[], options = {}) {
  const { json, count, replaced } = serializeMessages(messages as Message[], options);
  return { count, replaced, messages: JSON.parse(json) as Record<string, unknown>[] };
}

describe("prepare", () => {
  test("sound messages pass as they are", () => {
    const messages = [text("a"), inBox({ type: "text", text: "ก" })];
    expect(prepared(messages)).toMatchObject({ messages, count: 2, replaced: [] });
  });

  test("a broken message becomes its plain text, its neighbours stay, its buttons too", () => {
    const quickReply = { items: [item(reply("yes"))] };
    const broken = {
      ...flex(bubble(box([{ type: "text", text: "" }])), "Your points: 120"),
      quickReply,
    };
    const { messages, count, replaced } = prepared([text("a"), broken]);
    expect(messages).toEqual([text("a"), { ...text("Your points: 120"), quickReply }]);
    expect(count).toBe(2);
    expect(replaced).toEqual([
      { message: 1, property: "/contents/body/contents/0/text", rule: "must be non-empty text" },
    ]);
  });

  test("broken buttons are left out", () => {
    expect(prepared([quick([])]).messages).toEqual([text("t")]);
  });

  test("long text is cut between graphemes", () => {
    const { messages } = prepared([text(of(family, 1000))]);
    const cut = String(messages[0]?.["text"]);
    expect(cut).toBe(`${of(family, 624)}…`);
    expect(cut.length).toBeLessThanOrEqual(5000);
  });

  test("textV2 loses its doubled braces", () => {
    expect(prepared([{ type: "textV2", text: "{{a}} {b}" }]).messages).toEqual([text("{a} {b}")]);
  });

  test("what has no words gets the last resort", () => {
    expect(prepared([image({ originalContentUrl: "" })], { lastResort: "ขออภัย" }).messages).toEqual(
      [text("ขออภัย")],
    );
    expect(prepared([null, flex({}, " ")]).messages).toEqual([text("…"), text("…")]);
  });

  test("more than five are cut to five", () => {
    const { count, replaced } = prepared(many(6, () => text("a")));
    expect(count).toBe(5);
    expect(replaced).toEqual([{ message: 5, property: "", rule: "size must be between 1 and 5" }]);
    expect(prepared([])).toMatchObject({ count: 0, replaced: [{ message: 0 }] });
  });

  test("a message that holds itself, or can't be read, harms nobody", () => {
    const loop: Record<string, unknown> = { type: "box", layout: "vertical" };
    loop["contents"] = [loop];
    const trap = {
      type: "text",
      get text(): string {
        throw new Error("no");
      },
    };
    const { messages, replaced } = prepared([flex(bubble(loop)), trap]);
    expect(messages).toEqual([text("alt"), text("…")]);
    expect(replaced.map(({ rule }) => rule)).toEqual(["nested too deeply", "can't be read"]);
  });
});

describe("whatever it is given", () => {
  const sound = limits.map(([, passes]) => passes);
  const unsound = limits.map(([, , fails]) => fails);
  /** A message in which one place was changed to anything. */
  const spoilt = fc
    .tuple(fc.constantFrom(...sound, ...unsound), fc.anything({ withBigInt: true }), fc.nat())
    .map(([message, value, at]) => spoil(structuredClone(message), value, at));

  test("prepare never throws, and never yields what faultsOf refuses", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(spoilt, fc.anything()), { maxLength: 7 }), (messages) => {
        const { json, count, replaced } = serializeMessages(messages as Message[]);
        const sent = JSON.parse(json) as unknown[];
        expect(sent).toHaveLength(count);
        expect(sent.flatMap((message) => faultsOf(message))).toEqual([]);
        const broken = messages.slice(0, 5).filter((message) => faultsOf(message).length > 0);
        expect(replaced.length).toBeGreaterThanOrEqual(broken.length);
      }),
      { numRuns: 1000 },
    );
  });

  test("prepare's text is never longer than LINE takes, whatever its graphemes", () => {
    const long = fc.string({ unit: "grapheme-composite", minLength: 1 });
    fc.assert(
      fc.property(long, (unit) => {
        const value = unit.repeat(Math.ceil(5001 / unit.length));
        const [message] = JSON.parse(
          serializeMessages([{ type: "text", text: value }]).json,
        ) as Message[];
        expect(faultsOf(message)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

/** Puts `value` at the `at`-th place of a nested message. */
function spoil(message: unknown, value: unknown, at: number): unknown {
  const places: [Record<string, unknown>, string][] = [];
  const visit = (node: unknown) => {
    if (typeof node !== "object" || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key]);
      visit((node as Record<string, unknown>)[key]);
    }
  };
  visit(message);
  const place = places[at % Math.max(1, places.length)];
  if (!place) return value;
  place[0][place[1]] = value;
  return message;
}
