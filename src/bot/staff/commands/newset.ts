/** `/newset` creates a coupon set: from one line, or button by button where something is missing. */
import { LRUCache } from "lru-cache";
import type { Clock } from "../../../clock.ts";
import type { Input } from "../../../loyalty/contract.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { Look } from "../../context.ts";
import { instantOf } from "../../views/dates.ts";
import { ask } from "../../views/flex-components.ts";
import { asciiDigits } from "../argument-parser.ts";
import { managers, type Command, type Order } from "../command.ts";
import type { Making } from "../operations/create-coupon-set.ts";
import { askBack } from "../confirmation/ask.ts";
import { sheet, text } from "../staff-views.ts";

const fields = ["type", "value", "quantity", "validity"] as const;
type Field = (typeof fields)[number];
type Draft = { name: string } & Partial<Record<Field, string>>;

const types = {
  item: "FREE_ITEM",
  amount: "DISCOUNT_AMOUNT",
  percent: "DISCOUNT_PERCENT",
  other: "OTHER",
} as const;
const isType = (word: string): word is keyof typeof types => Object.hasOwn(types, word);

/** How each is written behind the name. */
const forms: Readonly<Record<Field, RegExp>> = {
  type: /^(item|amount|percent|other)$/,
  value: /^\d{1,9}(\.\d{1,2})?$/,
  quantity: /^(x[1-9]\d{0,4}|unlimited)$/,
  validity: /^([1-9]\d{0,3}d|\d{4}-\d{2}-\d{2}|endless)$/,
};

/** What the buttons offer; everything else can be written. */
const offers: Readonly<Record<Field, (draft: Draft) => readonly string[]>> = {
  type: () => Object.keys(types),
  value: ({ type }) => (type === "percent" ? ["5", "10", "20", "50"] : ["20", "50", "100", "200"]),
  quantity: () => ["unlimited", "x50", "x100", "x500"],
  validity: () => ["7d", "30d", "90d", "endless"],
};

const longestName = 200;
const mostCodes = 10_000;
const keptMs = 600_000;

/** Sets that somebody is putting together. */
export type Drafts = LRUCache<string, Draft>;

export const createDrafts = (clock: Clock): Drafts =>
  new LRUCache({ max: 1000, ttl: keptMs, ttlResolution: 0, perf: { now: () => clock.now() } });

export const newset: Command = {
  name: "newset",
  roles: managers,
  parameters: [{ name: "name", is: "rest", optional: true, shown: "…" }],
  confirm: true,
  told: "staff.help.newset",
  run(order) {
    const { account, asker, args, desk, say } = order;
    const key = `${account}/${asker.lineId}`;
    const draft = args["name"] ? readLine(args["name"]) : tapped(desk.drafts.get(key), args);
    if (!draft) return { messages: [text(say("staff.newset.start"))] };
    desk.drafts.set(key, draft);
    const missing = fields.find((field) => draft[field] === undefined && isNeeded(field, draft));
    if (missing) return { messages: [missingView(order, draft, missing)] };
    const input = inputOf(draft, order.now);
    if (!input) return { messages: [text(say("staff.newset.start"))] };
    const making: Making = { input };
    return askBack(
      order,
      { kind: "making", order: making },
      {
        title: say("staff.ask.create"),
        facts: [...summary(order, draft), say("staff.final")],
        yes: "staff.yes.create",
      },
    );
  },
};

const isNeeded = (field: Field, { type }: Draft) =>
  field !== "value" || type === "amount" || type === "percent";

/** The name is what stands before the words that can be understood. */
function readLine(line: string): Draft | null {
  const words = line.split(" ").filter(Boolean);
  const draft: Partial<Record<Field, string>> = {};
  for (;;) {
    const last = asciiDigits(words.at(-1) ?? "").toLowerCase();
    const field = fields.find((one) => draft[one] === undefined && forms[one].test(last));
    // A number or a kind can end a name, too: it only counts where a kind stands before it.
    if (!field || words.length < 2) break;
    draft[field] = last;
    words.pop();
    if (field === "type") break;
  }
  const understood = draft.type !== undefined;
  const name = (understood ? words.join(" ") : line).trim().slice(0, longestName);
  return name ? { name, ...(understood && draft) } : null;
}

function tapped(draft: Draft | undefined, args: Order["args"]): Draft | null {
  const field = fields.find((one) => one === args["field"]);
  const to = args["to"] ?? "";
  return draft && field && forms[field].test(to) ? { ...draft, [field]: to } : null;
}

function missingView(look: Look, draft: Draft, field: Field): Message {
  const { say } = look;
  const actions = offers[field](draft).map((to) =>
    ask(offerLabel(look, to), "/newset", { field, to }),
  );
  return sheet(look, say(`staff.newset.${field}`), summary(look, draft), actions);
}

function offerLabel({ say }: Look, word: string): string {
  if (isType(word)) return say(`staff.newset.type.${word}`);
  if (word === "unlimited") return say("staff.left.endless");
  if (word === "endless") return say("coupon.endless");
  if (/^\d+d$/.test(word)) return say("staff.validity.days", { count: Number.parseInt(word, 10) });
  return word;
}

function summary(look: Look, { name, type, value, quantity, validity }: Draft): string[] {
  const kind = type && isType(type) ? look.say(`staff.newset.type.${type}`) : "";
  return [
    name,
    [kind, value ?? ""].filter(Boolean).join(" "),
    quantity ? offerLabel(look, quantity) : "",
    validity ? offerLabel(look, validity) : "",
  ].filter(Boolean);
}

function inputOf(draft: Draft, now: number): Input<"createCouponSet"> | null {
  const { name, type, value, quantity, validity } = draft;
  if (!type || !isType(type)) return null;
  const count = quantity === "unlimited" ? null : Number(quantity?.slice(1));
  if (count !== null && !(count >= 1 && count <= mostCodes)) return null;
  const days = /^(\d+)d$/.exec(validity ?? "")?.[1];
  const date = days || validity === "endless" ? null : (validity ?? null);
  // The end of that day, wherever on earth it is.
  if (date !== null && (instantOf(`${date}T23:59:59-12:00`) ?? 0) < now) return null;
  return {
    name,
    type: types[type],
    ...(isNeeded("value", { name, type }) && { value: Number(value) }),
    ...(count === null
      ? { source: "AUTO_GENERATE" as const }
      : { source: "GENERATE" as const, quantity: count }),
    ...(days && { validity: { mode: "DAYS_AFTER_GIVE" as const, days: Number(days) } }),
    ...(date !== null && { validity: { mode: "FIXED" as const, end_on: date } }),
  };
}
