/** Who is staff just now: the owners that the operator named, and those who were invited. */
import { deadline, type Clock } from "../../clock.ts";
import type { Role, Staff } from "../../store/staff.ts";

/** A member of the staff, as long as they are one. */
export interface Colleague {
  lineId: string;
  role: Role;
  /** How others know them; goes to the platform with what they do. */
  name: string;
}

export interface StaffDirectory {
  /** Asked anew for every event; null = no member of the staff, or not any more. */
  of(account: string, lineId: string): Promise<Colleague | null>;
  all(account: string): Promise<Colleague[]>;
  /** Whether the operator's settings make them an owner, which nobody can change in the chat. */
  isConfiguredOwner(lineId: string): boolean;
  /** What their LINE profile calls them, or a stand-in where LINE doesn't tell. */
  nameOf(lineId: string): Promise<string>;
}

const maxNameLength = 40;
/** A name isn't worth a longer wait, nor a new question with every order. */
const patienceMs = 1000;
const fallbackNameMs = 60_000;

/** @param displayName asks LINE; undefined where it doesn't tell. */
export function createStaffDirectory(options: {
  staff: Staff;
  ownerLineIds: readonly string[];
  displayName(lineId: string): Promise<string | undefined>;
  clock: Clock;
}): StaffDirectory {
  const { staff, ownerLineIds, displayName, clock } = options;
  /** Those of the owners by the settings, who have joined by nothing that would have kept them. */
  const names = new Map<string, { name: string; until: number }>();

  /** Undefined where LINE doesn't tell, or not soon enough. */
  async function askedName(lineId: string): Promise<string | undefined> {
    using patience = deadline(clock, patienceMs);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    patience.signal.addEventListener("abort", () => resolve(undefined));
    const name = await Promise.race([displayName(lineId).catch(() => undefined), promise]);
    return name?.replace(/\s+/g, " ").trim().slice(0, maxNameLength).toWellFormed() || undefined;
  }

  async function nameOf(lineId: string): Promise<string> {
    const known = names.get(lineId);
    if (known && known.until > clock.now()) return known.name;
    const asked = await askedName(lineId);
    const name = asked ?? `Staff ${lineId.slice(-4)}`;
    const until = asked ? Infinity : clock.now() + fallbackNameMs;
    if (ownerLineIds.includes(lineId)) names.set(lineId, { name, until });
    return name;
  }

  async function fixed(account: string, lineId: string): Promise<Colleague> {
    const stored = await staff.get(account, lineId);
    return { lineId, role: "owner", name: stored?.name ?? (await nameOf(lineId)) };
  }

  return {
    async of(account, lineId) {
      if (ownerLineIds.includes(lineId)) return fixed(account, lineId);
      const member = await staff.get(account, lineId);
      return member?.active ? { lineId, role: member.role, name: member.name } : null;
    },
    async all(account) {
      const owners = await Promise.all(ownerLineIds.map((lineId) => fixed(account, lineId)));
      const others = await staff.list(account);
      return [
        ...owners,
        ...others
          .filter(({ lineId, active }) => active && !ownerLineIds.includes(lineId))
          .map(({ lineId, role, name }) => ({ lineId, role, name })),
      ];
    },
    isConfiguredOwner: (lineId) => ownerLineIds.includes(lineId),
    nameOf,
  };
}
