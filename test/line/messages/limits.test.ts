/** Every limit of LINE's: a value at the limit passes, one over it fails, and a failing message becomes plain text. */
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

  test("http images pass only with the LINE emulator, and other schemes never", () => {
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

  test("a fault doesn't contain the value", () => {
    const secret = "08-1234-5678";
    const broken = flex(
      bubble(box([{ type: "text", text: "", color: secret, [secret]: 1 }])),
      of(secret, 500),
    );
    const faults = faultsOf(broken);
    expect(faults.length).toBeGreaterThan(2);
    expect(JSON.stringify(faults.map(({ rule }) => rule))).not.toContain(secret);
  });

  test("an undefined property counts as missing", () => {
    expect(faultsOf({ ...text("a"), quoteToken: undefined })).toEqual([]);
    expect(faultsOf({ type: "text", text: undefined })).toHaveLength(1);
  });
});

function prepared(messages: readonly unknown[], options = {}) {
  const { json, count, replaced } = serializeMessages(messages as Message[], options);
  return { count, replaced, messages: JSON.parse(json) as Record<string, unknown>[] };
}

describe("prepare", () => {
  test("valid messages are unchanged", () => {
    const messages = [text("a"), inBox({ type: "text", text: "ก" })];
    expect(prepared(messages)).toMatchObject({ messages, count: 2, replaced: [] });
  });

  test("an invalid message becomes its plain text with its buttons; the others are unchanged", () => {
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

  test("invalid buttons are omitted", () => {
    expect(prepared([quick([])]).messages).toEqual([text("t")]);
  });

  test("long text is cut between graphemes", () => {
    const { messages } = prepared([text(of(family, 1000))]);
    const cut = String(messages[0]?.["text"]);
    expect(cut).toBe(`${of(family, 624)}…`);
    expect(cut.length).toBeLessThanOrEqual(5000);
  });

  test("doubled braces of textV2 are unescaped", () => {
    expect(prepared([{ type: "textV2", text: "{{a}} {b}" }]).messages).toEqual([text("{a} {b}")]);
  });

  test("a message without text gets the fallback text", () => {
    const broken = [image({ originalContentUrl: "" }), null, flex({}, " ")];
    expect(prepared(broken).messages).toEqual([text("…"), text("…"), text("…")]);
  });

  test("more than five messages are cut to five", () => {
    const { count, replaced } = prepared(many(6, () => text("a")));
    expect(count).toBe(5);
    expect(replaced).toEqual([{ message: 5, property: "", rule: "size must be between 1 and 5" }]);
    expect(prepared([])).toMatchObject({ count: 0, replaced: [{ message: 0 }] });
  });

  test("half a surrogate pair, which LINE refuses, and what turns other text are taken out", () => {
    const name = "\u202EOlivia\u202C \uD83D\u0007\0";
    const data = `do=\uD83D${String.raw`\u0000`}`;
    const button = { type: "postback", label: name, data, displayText: name };
    const spoiled = [
      text(name),
      quick([item(button)]),
      flex(bubble(box([{ type: "text", text: name }]))),
    ];
    const { messages, replaced } = prepared(spoiled);
    expect(replaced).toEqual([]);
    const shown = JSON.stringify(messages);
    expect(shown).not.toMatch(/\\ud|\\u0007|[\u202A-\u202E]/i);
    expect(shown.match(/Olivia \uFFFD/g)).toHaveLength(4);
    expect(messages[1]).toMatchObject({
      quickReply: { items: [{ action: { data: `do=\uFFFD${String.raw`\u0000`}` } }] },
    });
    expect(prepared([text("\0")]).messages).toEqual([text("…")]);
  });

  test("a cyclic or unreadable message doesn't affect the others", () => {
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

describe("for any input", () => {
  const sound = limits.map(([, passes]) => passes);
  const unsound = limits.map(([, , fails]) => fails);
  /** A message with one value replaced by an arbitrary one. */
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

  test("prepare's text never exceeds LINE's limit, whatever its graphemes", () => {
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

/** Replaces the `at`-th value of a nested message. */
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
