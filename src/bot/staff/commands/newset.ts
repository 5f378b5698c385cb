/** The `/newset` command: creates a coupon set from one line, and asks for missing fields with buttons. */
import { LRUCache } from "lru-cache";
import type { Clock } from "../../../clock.ts";
import type { Input } from "../../../loyalty/contract.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../../context.ts";
import { parseInstant } from "../../views/dates.ts";
import { postbackAction } from "../../views/flex-components.ts";
import { asciiDigits } from "../argument-parser.ts";
import { managers, type Command, type CommandContext } from "../command.ts";
import type { CreateCouponSet } from "../operations/create-coupon-set.ts";
import { askConfirmation } from "../confirmation/ask.ts";
import { infoCard, text } from "../staff-views.ts";

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

/** How each field is written after the name. */
const patterns: Readonly<Record<Field, RegExp>> = {
  type: /^(item|amount|percent|other)$/,
  value: /^\d{1,9}(\.\d{1,2})?$/,
  quantity: /^(x[1-9]\d{0,4}|unlimited)$/,
  validity: /^([1-9]\d{0,3}d|\d{4}-\d{2}-\d{2}|endless)$/,
};

/** The values that buttons suggest; others can be typed. */
const suggestions: Readonly<Record<Field, (draft: Draft) => readonly string[]>> = {
  type: () => Object.keys(types),
  value: ({ type }) => (type === "percent" ? ["5", "10", "20", "50"] : ["20", "50", "100", "200"]),
  quantity: () => ["unlimited", "x50", "x100", "x500"],
  validity: () => ["7d", "30d", "90d", "endless"],
};

const maxNameLength = 200;
const maxCodes = 10_000;
const draftTtlMs = 600_000;

/** Unfinished sets by account and staff member, in memory. */
export type Drafts = LRUCache<string, Draft>;

export const createDrafts = (clock: Clock): Drafts =>
  new LRUCache({ max: 1000, ttl: draftTtlMs, ttlResolution: 0, perf: { now: () => clock.now() } });

export const newset: Command = {
  name: "newset",
  roles: managers,
  parameters: [{ name: "name", is: "rest", optional: true, shown: "…" }],
  confirm: true,
  helpKey: "staff.help.newset",
  run(ctx) {
    const { account, colleague, args, staffContext, t } = ctx;
    const key = `${account}/${colleague.lineId}`;
    const draft = args["name"]
      ? readLine(args["name"])
      : withTappedField(staffContext.setDrafts.get(key), args);
    if (!draft) return { messages: [text(t("staff.newset.start"))] };
    staffContext.setDrafts.set(key, draft);
    const missing = fields.find((field) => draft[field] === undefined && isNeeded(field, draft));
    if (missing) return { messages: [missingView(ctx, draft, missing)] };
    const input = inputOf(draft, ctx.now);
    if (!input) return { messages: [text(t("staff.newset.start"))] };
    const order: CreateCouponSet = { input };
    return askConfirmation(
      ctx,
      { kind: "making", order },
      {
        title: t("staff.ask.create"),
        facts: [...summary(ctx, draft), t("staff.final")],
        yes: "staff.yes.create",
      },
    );
  },
};

const isNeeded = (field: Field, { type }: Draft) =>
  field !== "value" || type === "amount" || type === "percent";

/** Parses fields from the end of the line; the words before them are the name. */
function readLine(line: string): Draft | null {
  const words = line.split(" ").filter(Boolean);
  const draft: Partial<Record<Field, string>> = {};
  for (;;) {
    const last = asciiDigits(words.at(-1) ?? "").toLowerCase();
    const field = fields.find((one) => draft[one] === undefined && patterns[one].test(last));
    // A name may end in a number, too: fields only count when the line has a type before them.
    if (!field || words.length < 2) break;
    draft[field] = last;
    words.pop();
    if (field === "type") break;
  }
  const hasType = draft.type !== undefined;
  const name = (hasType ? words.join(" ") : line).trim().slice(0, maxNameLength);
  return name ? { name, ...(hasType && draft) } : null;
}

/** The draft with the field that a button sets; null when the draft is gone or the button is invalid. */
function withTappedField(draft: Draft | undefined, args: CommandContext["args"]): Draft | null {
  const field = fields.find((one) => one === args["field"]);
  const to = args["to"] ?? "";
  return draft && field && patterns[field].test(to) ? { ...draft, [field]: to } : null;
}

function missingView(ctx: RenderContext, draft: Draft, field: Field): Message {
  const { t } = ctx;
  const actions = suggestions[field](draft).map((to) =>
    postbackAction(valueLabel(ctx, to), "/newset", { field, to }),
  );
  return infoCard(ctx, t(`staff.newset.${field}`), summary(ctx, draft), actions);
}

function valueLabel({ t }: RenderContext, word: string): string {
  if (isType(word)) return t(`staff.newset.type.${word}`);
  if (word === "unlimited") return t("staff.left.endless");
  if (word === "endless") return t("coupon.endless");
  if (/^\d+d$/.test(word)) return t("staff.validity.days", { count: Number.parseInt(word, 10) });
  return word;
}

function summary(ctx: RenderContext, { name, type, value, quantity, validity }: Draft): string[] {
  const kind = type && isType(type) ? ctx.t(`staff.newset.type.${type}`) : "";
  return [
    name,
    [kind, value ?? ""].filter(Boolean).join(" "),
    quantity ? valueLabel(ctx, quantity) : "",
    validity ? valueLabel(ctx, validity) : "",
  ].filter(Boolean);
}

/** The platform's input for a draft; null when its type, quantity or date is invalid. */
function inputOf(draft: Draft, now: number): Input<"createCouponSet"> | null {
  const { name, type, value, quantity, validity } = draft;
  if (!type || !isType(type)) return null;
  const count = quantity === "unlimited" ? null : Number(quantity?.slice(1));
  if (count !== null && !(count >= 1 && count <= maxCodes)) return null;
  const days = /^(\d+)d$/.exec(validity ?? "")?.[1];
  const date = days || validity === "endless" ? null : (validity ?? null);
  // The day has to be over in every time zone before it counts as past.
  if (date !== null && (parseInstant(`${date}T23:59:59-12:00`) ?? 0) < now) return null;
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
