/** What anybody may write or tap, sense and nonsense, as recipes: a part is filled in from what the bot has shown. */
import * as fc from "../support/properties.ts";
import { commands } from "../../src/bot/staff/commands/index.ts";
import { languages } from "../../src/config/environment-schema.ts";
import { intents } from "../../src/bot/intents/intents.ts";
import { phrasesIn } from "../../src/bot/routing/text-router.ts";

/** Changes a piece of text at one place. */
export interface Edit {
  how: "keep" | "cut" | "insert" | "replace" | "double";
  at: number;
  piece: string;
}

export type Wording =
  | { kind: "text"; text: string }
  | { kind: "order"; name: string; words: (string | { seen: number })[] }
  /** An order that would be right, but for a change. */
  | { kind: "right order"; text: string; edit: Edit }
  | { kind: "data"; data: string }
  /** A button of the last thing that they were shown. */
  | { kind: "tap"; pick: number }
  /** Something that a button of the bot's brought, or a word that it showed. */
  | { kind: "seen"; as: "text" | "data"; pick: number; edit: Edit };

export interface Word {
  /** One in so many goes to the dev channel. */
  dev: boolean;
  wording: Wording;
}

const phrases = intents.flatMap((intent) =>
  languages.flatMap((language) => phrasesIn(intent, language)),
);
const commandNames = [...commands.map(({ name }) => name), "as", "reset", "replies", "preview"];
const doNames = [
  ...intents.map(({ name }) => name),
  ...commandNames.map((name) => `/${name}`),
  "/yes",
  "/no",
  "/undo",
  "vanished",
  "__proto__",
  "constructor",
  "",
];
const keys = ["page", "to", "code", "card", "id", "set", "who", "quantity", "points", "__proto__"];

const units = (max: number) =>
  fc
    .array(fc.integer({ min: 0, max: 0xff_ff }), { minLength: 1, maxLength: max })
    .map((codes) => String.fromCharCode(...codes));

/** Signs that count double, join, turn round, or can't be seen. */
const strange = fc.constantFrom(
  ..."\u0000\u0007\u001B\u200B\u200D\u200E\u202E\u2066\uFEFF\uFFFE\uD800\uDC00".split(""),

  "👨‍👩‍👧‍👦",
  "🇹🇭",
  "🏴‍☠️",
  "é",
  "กิ์",
  "ﷺ",
  "שלום",
  "مرحبا",
  "𝟙𝟚𝟛",
  "１２３",
  "๑๒๓",
  "／",
  "＃",
  "{x}",
  "{{",
  "<b>",

  "$1",
  "%s",
  "%00",
  "../",
  "' or 1=1 --",
  "\\",
  '"',
  "“",
  "\n",
  "\r\n",
  "\t",
  "&id=",
  "=",
  "null",
);
const soup = fc.array(fc.oneof(strange, fc.string({ maxLength: 4 }), fc.constantFrom(...phrases)), {
  minLength: 1,
  maxLength: 12,
});

const long = fc
  .tuple(
    fc.oneof(strange, fc.constantFrom("a", "ก", "(a)", "/", " ", "漢", "/gift ")),
    fc.boolean(),
  )
  .map(([piece, exactly]) =>
    piece.repeat(Math.ceil(5000 / piece.length)).slice(0, exactly ? 5000 : 4999),
  );

const freeText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 60 }) },
  { weight: 3, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }) },
  { weight: 2, arbitrary: units(40) },
  { weight: 4, arbitrary: soup.map((parts) => parts.join("")) },
  { weight: 2, arbitrary: soup.map((parts) => parts.join(" ")) },
  { weight: 4, arbitrary: fc.constantFrom(...phrases) },
  { weight: 1, arbitrary: long },
);

const numberLike = fc.oneof(
  fc.integer({ min: -5, max: 12 }).map(String),
  fc.maxSafeInteger().map(String),
  fc.double().map(String),
  fc.constantFrom(
    "1e3",
    "0x10",
    "1,000",
    "٣",
    "９",
    "99999999999999999999",
    "-0",
    "#1",
    "#99",
    "x2",
    "",
    " ",
  ),
);
const named = fc.constantFrom(
  "Olivia",
  "สมชาย",
  "somchai",
  "880000100001",
  "8800 0010 0005",
  "0812345678",
  "+66812345678",
  "coffee",
  '"Free coffee"',
  "item",
  "percent",
  "x5",
  "30d",
  "2026-12-31",
  "ref:1",
  "key:1",
  "owner",
  "manager",
  "cashier",
  "en",
  "th",
  "balance",
  "nobody",
  "id:x",
);
const argument = fc.oneof(
  { weight: 3, arbitrary: named },
  { weight: 3, arbitrary: numberLike },
  { weight: 2, arbitrary: fc.nat().map((seen) => ({ seen })) },
  { weight: 1, arbitrary: strange },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 300 }) },
);

const edit: fc.Arbitrary<Edit> = fc.record({
  how: fc.constantFrom("keep", "keep", "keep", "keep", "cut", "insert", "replace", "double"),
  at: fc.nat(400),
  piece: fc.oneof(strange, fc.string({ maxLength: 5 }), numberLike),
});

const unchanged: Edit = { how: "keep", at: 0, piece: "" };

const card = fc.constantFrom("880000100005", "8800 0010 0001", "880000100002");
const who = fc.constantFrom("Olivia", "0800000001", "สมชาย", "Sam", "880000100005");
const few = fc.constantFrom("", " 1", " 2", " 7", " 10");
const rightOrder = fc.oneof(
  fc.tuple(fc.constantFrom("/add", "/burn"), card, few).map((parts) => parts.join(" ")),
  fc
    .tuple(fc.constantFrom("/gift iced", "/gift #1", "/gift bakery"), who, few)
    .map((parts) => parts.join(" ")),
  fc
    .tuple(fc.constantFrom("/find", "/member", "/gifts", "/history"), who)
    .map((parts) => parts.join(" ")),
  fc.constantFrom(
    "/sets",
    "/campaigns",
    "/pending",
    "/audit 5",
    "/staff",
    "/help",
    "/cancel",
    "/undo",
  ),
  fc.constantFrom("/newset Autumn tea item x5 30d", "/invite cashier", "/invite marketer"),
  fc.constantFrom(
    "/void ref:r-1",
    "/void 5",
    "/as Olivia",
    "/as nobody",
    "/reset",
    "/preview balance ja",
  ),
);

const wording: fc.Arbitrary<Wording> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant("tap" as const), pick: fc.nat(3) }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("right order" as const),
      text: rightOrder,
      edit: fc.oneof(
        { weight: 3, arbitrary: fc.constant(unchanged) },
        { weight: 1, arbitrary: edit },
      ),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("text" as const), text: freeText }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("order" as const),
      name: fc.constantFrom(...commandNames),
      words: fc.array(argument, { maxLength: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...doNames),
        fc.dictionary(fc.constantFrom(...keys), fc.oneof(freeText, numberLike), { maxKeys: 3 }),
      )
      .map(([name, details]) => ({
        kind: "data" as const,
        data: new URLSearchParams({ do: name, ...details }).toString(),
      })),
  },
  {
    weight: 1,
    arbitrary: freeText.map((data) => ({ kind: "data" as const, data })),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("seen" as const),
      as: fc.constantFrom("text" as const, "data" as const, "data" as const),
      pick: fc.nat(),
      edit,
    }),
  },
);

export const word: fc.Arbitrary<Word> = fc.record({
  dev: fc.integer({ min: 0, max: 9 }).map((digit) => digit === 0),
  wording,
});

export function edited(text: string, { how, at, piece }: Edit): string {
  const place = text.length === 0 ? 0 : at % text.length;
  switch (how) {
    case "keep":
      return text;
    case "cut":
      return text.slice(0, place);
    case "insert":
      return text.slice(0, place) + piece + text.slice(place);
    case "replace":
      return text.slice(0, place) + piece + text.slice(place + 1);
    case "double":
      return text + text;
  }
}
