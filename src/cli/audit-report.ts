/** The audit as rows of a spreadsheet: one row per entry, with names beside ids and what later entries undid. */
import { z } from "zod";
import { groupedNumber } from "../bot/views/card.ts";
import type { AuditEntry } from "../store/audit.ts";

export type StoredEntry = AuditEntry & { account: string };

/** Names of what entries identify; empty if unknown. */
export interface AuditNames {
  staff(lineId: string): string;
  account(account: string): string;
}

export const auditColumns = [
  "at",
  "localTime",
  "timeZone",
  "account",
  "accountName",
  "actor",
  "actorName",
  "command",
  "step",
  "asker",
  "askerName",
  "approver",
  "approverName",
  "memberUuid",
  "member",
  "set",
  "quantity",
  "coupons",
  "card",
  "type",
  "points",
  "balance",
  "transactions",
  "undoes",
  "undoesCommand",
  "undone",
  "notUndone",
  "undoneBy",
  "person",
  "personName",
  "role",
  "reason",
  "sends",
  "sentAt",
  "refId",
  "confirmation",
  "eventId",
  "details",
] as const;

type AuditColumn = (typeof auditColumns)[number];
export type AuditRow = Readonly<Record<AuditColumn, string | number>>;

/** The entries of one confirmation. */
interface Order {
  /** Who asked for it. */
  asker: string | null;
  /** Who approved it, if it needed approval. */
  approver: string | null;
  /** As it was asked for. */
  facts: AuditFacts;
  command: string;
  isDone: boolean;
}

/** @param entries all entries, oldest first. */
export function auditRows(
  entries: readonly StoredEntry[],
  names: AuditNames,
  timeZone: string,
): AuditRow[] {
  const orders = ordersOf(entries);
  const undoneBy = new Map<string, string>();
  for (const [id, { facts, isDone }] of orders) {
    if (isDone && facts.undoOf) undoneBy.set(facts.undoOf, id);
  }
  return entries.map((entry) => {
    const order = orders.get(entry.confirmation ?? "");
    const facts = auditFacts(entry.facts);
    const context = { order, names, undoneBy, undone: orders.get(facts.undoOf ?? "") };
    return {
      ...timesOf(entry.at, timeZone),
      account: entry.account,
      accountName: names.account(entry.account),
      ...peopleOf(entry, facts, context),
      memberUuid: entry.memberUuid ?? "",
      member: facts.who ?? order?.facts.who ?? "",
      ...subjectOf({ ...order?.facts, ...(entry.action !== "refused" && facts) }),
      ...undoOf(entry, facts, context),
      reason: entry.action === "refused" ? (facts.code ?? "") : "",
      sends: facts.sends ?? "",
      sentAt: facts.sentAt ? new Date(facts.sentAt).toISOString() : "",
      refId: entry.refId ?? "",
      confirmation: entry.confirmation ?? "",
      eventId: entry.eventId ?? "",
      details: flattened(entry.facts, isDescribed).join("; "),
    };
  });
}

function ordersOf(entries: readonly StoredEntry[]): Map<string, Order> {
  const orders = new Map<string, Order>();
  for (const { confirmation, action, actor, command, facts } of entries) {
    if (confirmation === null) continue;
    const known = orders.get(confirmation);
    const order = known ?? { asker: actor, approver: null, facts: auditFacts(facts), command };
    const isApproval = known !== undefined && action === "ordered";
    const isDone = action === "done" || action === "undone" || (known?.isDone ?? false);
    orders.set(confirmation, { ...order, ...(isApproval && { approver: actor }), isDone });
  }
  return orders;
}

interface RowContext {
  order: Order | undefined;
  /** The order that the entry's undoes. */
  undone: Order | undefined;
  /** By confirmation, the one that undid it. */
  undoneBy: ReadonlyMap<string, string>;
  names: AuditNames;
}

function timesOf(at: number, timeZone: string) {
  const instant = Temporal.Instant.fromEpochMilliseconds(at);
  const local = instant.toZonedDateTimeISO(timeZone).toPlainDateTime();
  return {
    at: new Date(at).toISOString(),
    localTime: local.toString({ smallestUnit: "second" }).replace("T", " "),
    timeZone,
  };
}

function peopleOf(
  { actor, command, action }: StoredEntry,
  { lineId, name, role }: AuditFacts,
  { order, names }: RowContext,
) {
  const nameOf = (id: string | null | undefined) => (id ? names.staff(id) : "");
  const person = action === "joined" ? actor : command === "remove" ? lineId : null;
  return {
    actor: actor ?? "",
    actorName: nameOf(actor),
    command,
    step: action,
    asker: order?.asker ?? "",
    askerName: nameOf(order?.asker),
    approver: order?.approver ?? "",
    approverName: nameOf(order?.approver),
    person: person ?? "",
    personName: person ? (name ?? order?.facts.name ?? nameOf(person)) : "",
    role: role ?? order?.facts.role ?? "",
  };
}

/** What an order is about: coupons or points. */
function subjectOf(facts: AuditFacts) {
  const { set, input, quantity, coupons, code, card, type, points, balance, movements, id } = facts;
  return {
    set: set ?? input?.name ?? "",
    quantity: quantity ?? "",
    coupons: coupons?.map((coupon) => coupon.code).join(" ") ?? code ?? "",
    card: card ? groupedNumber(card) : "",
    type: type ?? "",
    points: points ?? "",
    balance: balance ?? "",
    transactions:
      movements?.map((one) => `${one.id} ${one.type} ${one.points}`).join(", ") ?? id ?? "",
  };
}

function undoOf(
  { confirmation }: StoredEntry,
  { undoOf: undoes, voided = [], used = [], kept = [], left = [] }: AuditFacts,
  { undone, undoneBy }: RowContext,
) {
  return {
    undoes: undoes ?? "",
    undoesCommand: undone?.command ?? "",
    undone: voided.join(" "),
    notUndone: [...used, ...kept, ...left].join(" "),
    undoneBy: undoneBy.get(confirmation ?? "") ?? "",
  };
}

// Reads the facts of audit entries, which each kind of order, and each version of the bot, writes in its own shape.

const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);
const list = z
  .array(z.union([z.string(), z.number()]))
  .optional()
  .catch(undefined);
const codes = z.array(z.object({ code: z.string() })).optional();
const movements = z
  .array(z.object({ id: z.number(), type: z.string(), points: z.number() }))
  .optional();

const facts = z.object({
  who: text,
  lineId: text,
  name: text,
  role: text,
  set: text,
  input: z.object({ name: text }).optional().catch(undefined),
  quantity: number,
  coupons: codes.catch(undefined),
  /** A coupon's code; where `state` is `refused`, why. */
  code: text,
  state: text,
  card: text,
  type: text,
  points: number,
  /** Of the point transaction. */
  id: number,
  balance: number,
  movements: movements.catch(undefined),
  /** What an undo took back, and what it couldn't: coupon codes, or ids of transactions. */
  voided: list,
  used: list,
  kept: list,
  left: list,
  undoOf: text,
  sends: number,
  sentAt: number,
});

type AuditFacts = z.infer<typeof facts>;

/** The facts that are known; absent where they have another type. */
export const auditFacts = (stored: object): AuditFacts =>
  Object.fromEntries(
    Object.entries(facts.parse(stored)).filter(([, value]) => value !== undefined),
  );

/** Facts in columns of their own, and ids that they are shown by. */
const described = new Set([...Object.keys(facts.shape), "memberUuid", "asker", "approver"]);

/** Whether a fact at the top is in a column of its own. The input of an order has more than a name. */
const isDescribed = (key: string): boolean => key !== "input" && described.has(key);

/** The facts as `name=value`, nested names joined by dots. @param isLeftOut by its name at the top. */
function flattened(value: object, isLeftOut: (key: string) => boolean): string[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if (isLeftOut(key) || inner === null || inner === undefined) return [];
    if (typeof inner === "object") {
      return flattened(inner, () => false).map((line) => `${key}.${line}`);
    }
    return [`${key}=${inner as string | number | boolean}`];
  });
}
