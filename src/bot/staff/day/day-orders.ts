/** The orders behind a fact of a day, as the audit has them. */
import type { Audit, AuditAction, AuditEntry } from "../../../store/audit.ts";
import { dayRange } from "../../views/dates.ts";

/** Whose orders of which day. */
export interface DayOrdersFilter {
  /** Of the business's time zone, such as `2026-11-22`. */
  day: string;
  /** LINE user id. */
  staff: string;
  /** The uuid of the member that they were for; null = anybody. */
  member: string | null;
}

export interface DayOrder {
  /** Milliseconds since 1970. */
  at: number;
  command: string;
  /** What came of it. */
  step: AuditAction;
  /** What was moved, and for whom, masked. */
  what: string;
}

/** More than one order has, from its question to the end of its undo. */
const entriesPerOrder = 20;

/** The newest first, `most` at most; also what else the staff member did. */
export async function entriesOfDay(
  audit: Pick<Audit, "of">,
  account: string,
  { day, staff, member }: DayOrdersFilter,
  { timeZone, most }: { timeZone: string; most: number },
): Promise<AuditEntry[]> {
  const filter = { ...dayRange(day, timeZone), staff, memberUuid: member };
  return outcomes(await audit.of(account, filter, most * entriesPerOrder)).slice(0, most);
}

/** The last `most` of an account, whoever did them, newest first. */
export const lastEntries = async (
  audit: Pick<Audit, "last">,
  account: string,
  most: number,
): Promise<AuditEntry[]> =>
  outcomes(await audit.last(account, most * entriesPerOrder)).slice(0, most);

/** Of each order its last entry, with the facts of all; entries of no order as they are. @param entries newest first. */
function outcomes(entries: readonly AuditEntry[]): AuditEntry[] {
  const byOrder = Map.groupBy(entries, (entry) => entry.confirmation ?? entry);
  return [...byOrder.values()].flatMap(([newest, ...older]) => {
    if (!newest) return [];
    const oldestFirst = [newest, ...older].toReversed().map((entry) => entry.facts);
    const facts: object = Object.assign({}, ...oldestFirst);
    return [{ ...newest, facts }];
  });
}

export function dayOrderOf({ at, command, action, facts }: AuditEntry): DayOrder {
  const { quantity, set, points, who } = facts as Readonly<Record<string, unknown>>;
  const parts = [
    typeof set === "string" ? `${typeof quantity === "number" ? quantity : 1} × ${set}` : "",
    typeof points === "number" ? `${points} points` : "",
    typeof who === "string" ? who : "",
  ];
  return { at, command, step: action, what: parts.filter(Boolean).join(" · ") };
}
