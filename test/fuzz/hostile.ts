/** Webhook requests that LINE would never send, as recipes: events are filled in when they are sent. */
import * as fc from "../support/properties.ts";

/** One change at one place of an event. */
export interface Mutation {
  place: number;
  how: "drop" | "set" | "add" | "nest";
  key: string;
  value: unknown;
}

export interface MutatedEvent {
  who: number;
  actionIndex: number;
  inGroup: boolean;
  mutations: Mutation[];
  /** How often the event is there. */
  times: number;
}

export type HostileBody =
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "text"; text: string }
  | { kind: "events"; events: MutatedEvent[]; destination: unknown; neighbour: boolean }
  /** A body whose text was changed at one place. */
  | { kind: "spoiled"; at: number; bytes: Uint8Array; cut: boolean }
  /** So many brackets, or so many letters, at one place. */
  | { kind: "deep" | "huge"; where: "body" | "events" | "event" | "text" | "data"; amount: number };

export interface HostileRequest {
  body: HostileBody;
  signature: "right" | "none" | "empty" | "of others" | "garbage" | "twice" | "small letters";
  contentType: string | null;
  encoding: "none" | "gzip" | "lie" | "br" | "unknown";
  dev: boolean;
}

const longText = fc.constantFrom(
  "x".repeat(5000),
  "ก".repeat(5000),
  "👨‍👩‍👧‍👦".repeat(500),
  "\uD83D".repeat(300),
);
const anyValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, "", " ", [], {}),
  fc.constantFrom(
    "\u0000",
    "\uD800",
    "a\u0000b",
    "__proto__",
    "U".padEnd(33, "0"),
    "../../x",
    "?a#b",
  ),
  longText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const anyKey = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "\u0000",
    "",
    "text",
    "type",
  ),
  fc.string({ maxLength: 10 }),
);

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(200),
  how: fc.constantFrom("drop", "set", "set", "set", "add", "nest"),
  key: anyKey,
  value: anyValue,
});
const mutatedEvent: fc.Arbitrary<MutatedEvent> = fc.record({
  who: fc.nat(100),
  actionIndex: fc.nat(100),
  inGroup: fc.integer({ min: 0, max: 4 }).map((digit) => digit === 0),
  mutations: fc.array(mutation, { maxLength: 4 }),
  times: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(1, 1, 1, 2, 3) },
    { weight: 1, arbitrary: fc.constant(200) },
  ),
});

const depths = fc.constantFrom(20, 500, 3000, 20_000, 100_000, 400_000);
const sizes = fc.constantFrom(6000, 100_000, 900_000, 1_048_000, 1_049_000, 2_000_000);
const places = fc.constantFrom(
  "body" as const,
  "events" as const,
  "event" as const,
  "text" as const,
  "data" as const,
);

const body: fc.Arbitrary<HostileBody> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant("events" as const),
      events: fc.array(mutatedEvent, { maxLength: 5 }),
      destination: fc.oneof(
        { weight: 9, arbitrary: fc.constant("the account") },
        { weight: 1, arbitrary: anyValue },
      ),
      neighbour: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("spoiled" as const),
      at: fc.nat(2000),
      bytes: fc.uint8Array({ maxLength: 6 }),
      cut: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("bytes" as const),
      bytes: fc.uint8Array({ maxLength: 500 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc
      .oneof(
        fc.json(),
        fc
          .record({ destination: anyValue, events: anyValue })
          .map((value) => JSON.stringify(value)),
        fc.array(anyValue, { maxLength: 20 }).map((events) => JSON.stringify({ events })),
        fc.constantFrom(
          "",
          "{}",
          "[]",
          "null",
          "0",
          '"x"',
          '{"events":[]}',
          '{"events":{}}',
          "\uFEFF{}",
        ),
        fc.constantFrom(
          '{"events":[],"events":[null]}',
          '{"__proto__":{"events":[]}}',
          '{"events":[[]]}',
        ),
      )
      .map((text) => ({ kind: "text" as const, text })),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("deep" as const), where: places, amount: depths }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("huge" as const), where: places, amount: sizes }),
  },
);

export const hostileRequest: fc.Arbitrary<HostileRequest> = fc.record({
  body,
  signature: fc.oneof(
    { weight: 12, arbitrary: fc.constant("right" as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom("none", "empty", "of others", "garbage", "twice", "small letters"),
    },
  ),
  contentType: fc.oneof(
    { weight: 6, arbitrary: fc.constant("application/json; charset=utf-8") },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "x",
        "a/b; c",
        "application/json; charset=utf-16",
        "application/json; charset=nothing",
        ";",
        null,
      ),
    },
  ),
  encoding: fc.oneof(
    { weight: 20, arbitrary: fc.constant("none" as const) },
    { weight: 2, arbitrary: fc.constantFrom("gzip", "lie", "br", "unknown") },
  ),
  dev: fc.integer({ min: 0, max: 9 }).map((digit) => digit === 0),
});

/** Carries out the mutations on a copy of the event. */
export function mutated(event: object, mutations: readonly Mutation[]): unknown {
  let root: unknown = structuredClone(event);
  for (const { place, how, key, value: given } of mutations) {
    // Recipes share their values; what is changed here is this event's alone.
    const value: unknown = structuredClone(given);
    const all = placesIn(root);
    const at = all[place % Math.max(1, all.length)];
    if (!at) return value;
    const [holder, name] = at;
    const there = holder[name];
    if (how === "drop") delete holder[name];
    else if (how === "set") define(holder, name, value);
    else if (how === "nest") define(holder, name, { [key]: there, list: [there] });
    else if (typeof there === "object" && there !== null) define(there, key, value);
    else root = { ...(root as object), [key]: value };
  }
  return root;
}

/** As JSON has it: `__proto__` is a name like any other. */
function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function placesIn(value: unknown): [Record<string, unknown>, string][] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((name) => [
    [holder, name] as [Record<string, unknown>, string],
    ...placesIn(holder[name]),
  ]);
}

/** @param id of the event in it, where there is one. */
export function monster(
  { kind, where, amount }: Extract<HostileBody, { kind: "deep" | "huge" }>,
  id: string,
): string {
  const value =
    kind === "deep" ? `${"[".repeat(amount)}${"]".repeat(amount)}` : `"${"x".repeat(amount)}"`;
  const event = (rest: string) =>
    `{"type":"message","webhookEventId":"${id}","timestamp":0,"source":{"type":"user","userId":"U0"},${rest}}`;
  switch (where) {
    case "body":
      return value;
    case "events":
      return `{"events":${value}}`;
    case "event":
      return `{"events":[${event(`"more":${value}`)}]}`;
    case "text":
      return `{"events":[${event(`"message":{"id":"1","type":"text","text":${value}}`)}]}`;
    case "data":
      return `{"events":[${event(`"postback":{"data":${value}}`).replace("message", "postback")}]}`;
  }
}
