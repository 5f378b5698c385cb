/** Looks up current staff: owners from the configuration, and people who joined by invitation. */
import { type Clock, withTimeout } from "../../clock.ts";
import type { Role, Staff, StaffChange, StaffIdentity } from "../../store/staff.ts";
import { shownName } from "../../text/safe-text.ts";
import type { RenderContext } from "../context.ts";
import { locales } from "../i18n/format.ts";

/** A current staff member. */
export interface Colleague {
  lineId: string;
  role: Role;
  /** Display name; sent to the platform as `staff_code`. */
  name: string;
}

export type StaffDirectory = ReturnType<typeof createStaffDirectory>;

/** Why a change of the staff is refused. */
type StaffRefusal = "LAST_OWNER" | "OWNER_BY_SETTINGS" | "STAFF_AGAIN";

const maxNameLength = 40;
/** Time limit for the LINE request, and how long a placeholder is cached after it fails. */
const nameTimeoutMs = 1000;
const fallbackNameMs = 60_000;

interface NameOptions {
  ownerLineIds: readonly string[];
  /** Requests the name from LINE; undefined = unknown. */
  displayName(lineId: string): Promise<string | undefined>;
  clock: Clock;
}

const placeholder = (lineId: string) => `Staff ${lineId.slice(-4)}`;

/** With a name that may stand in other text: names were stored as LINE has them. */
const colleagueOf = ({ lineId, role, name }: Colleague): Colleague => ({
  lineId,
  role,
  name: shownName(name) || placeholder(lineId),
});

export function createStaffDirectory(options: NameOptions & { staff: Staff }) {
  const { staff, ownerLineIds } = options;
  const nameOf = createNameLookup(options);

  async function configuredOwner(account: string, lineId: string): Promise<Colleague> {
    const stored = await staff.get(account, lineId);
    const name = shownName(stored?.name ?? "") || (await nameOf(lineId));
    return { lineId, role: "owner", name };
  }

  async function all(account: string): Promise<Colleague[]> {
    const owners = await Promise.all(
      ownerLineIds.map((lineId) => configuredOwner(account, lineId)),
    );
    const others = await staff.list(account);
    return [
      ...owners,
      ...others
        .filter(({ lineId, active }) => active && !ownerLineIds.includes(lineId))
        .map(colleagueOf),
    ];
  }

  return {
    all,
    /** Names everybody by their LINE user id who is or was staff; others by that id. */
    async names(account: string): Promise<(lineId: string) => string> {
      const known = [...(await staff.list(account)), ...(await all(account))];
      const byId = new Map(known.map(({ lineId, name }) => [lineId, shownName(name)]));
      return (lineId) => byId.get(lineId) || lineId;
    },
    /** Null = not staff now. Read for every event, so that a removal takes effect at once. */
    async of(account: string, lineId: string): Promise<Colleague | null> {
      if (ownerLineIds.includes(lineId)) return configuredOwner(account, lineId);
      const member = await staff.get(account, lineId);
      return member?.active ? colleagueOf({ ...member, lineId }) : null;
    },
    /** Whether the configuration makes them an owner, which no command can change. */
    isConfiguredOwner: (lineId: string) => ownerLineIds.includes(lineId),
    /**
     * Removes a staff member, or restores one; nothing changes for somebody who is removed already, or has the role already.
     * @returns why it is refused; null = it isn't.
     */
    async remove(
      account: string,
      change: StaffChange,
      who: StaffIdentity,
    ): Promise<StaffRefusal | null> {
      if (ownerLineIds.includes(who.lineId)) return "OWNER_BY_SETTINGS";
      const keepOwner = ownerLineIds.length === 0;
      return (await staff.remove(account, change, who, { keepOwner })) ? null : "LAST_OWNER";
    },
    async restore(
      account: string,
      change: StaffChange,
      who: StaffIdentity,
    ): Promise<StaffRefusal | null> {
      if (ownerLineIds.includes(who.lineId)) return "OWNER_BY_SETTINGS";
      return (await staff.restore(account, change, who)) ? null : "STAFF_AGAIN";
    },
    nameOf,
  };
}

/** @returns what tells a LINE display name, or a placeholder when LINE doesn't return one in time. */
function createNameLookup({ ownerLineIds, displayName, clock }: NameOptions) {
  /** Names of configured owners: they don't join, so the store has no names of theirs. */
  const names = new Map<string, { name: string; until: number }>();

  /** Undefined when LINE returns no name in time. */
  async function fetchName(lineId: string): Promise<string | undefined> {
    const name = await withTimeout(clock, nameTimeoutMs, displayName(lineId)).catch(
      () => undefined,
    );
    const shown = shownName(name ?? "").slice(0, maxNameLength);
    // Never half a surrogate pair.
    return shown.replace(/[\uD800-\uDBFF]$/, "").trim() || undefined;
  }

  return async (lineId: string): Promise<string> => {
    const cached = names.get(lineId);
    if (cached && cached.until > clock.monotonic()) return cached.name;
    const fetched = await fetchName(lineId);
    const name = fetched ?? placeholder(lineId);
    const until = fetched ? Infinity : clock.monotonic() + fallbackNameMs;
    if (ownerLineIds.includes(lineId)) names.set(lineId, { name, until });
    return name;
  };
}

// The names of roles.

export const roleName = ({ t }: Pick<RenderContext, "t">, role: Role): string =>
  t(`staff.role.${role}`);

/** Such as *manager or owner*. */
export const roleNames = (ctx: RenderContext, roles: readonly Role[]): string =>
  new Intl.ListFormat(locales[ctx.language], { type: "disjunction" }).format(
    roles.map((role) => roleName(ctx, role)),
  );
