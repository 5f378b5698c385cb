/** The rules of who joins, leaves and returns to the staff: every result, and what each stores. */
import { describe, expect, test } from "vitest";
import {
  invitationAudit,
  join,
  type JoinRefusal,
  remove,
  restore,
  type Role,
  type StaffMember,
  type StoredInvitation,
} from "../../src/store/staff.ts";
import type { AuditEntry } from "../../src/store/audit.ts";

const action = { by: "U1", eventId: "join", at: 1000 };
const change = { by: "U9", eventId: "tap", at: 2000, confirmation: "7", command: "remove" };
const free: StoredInvitation = {
  role: "manager",
  expiresAt: 1001,
  takenBy: null,
  takenEvent: null,
};
const member = (lineId: string, role: Role, active = true): StaffMember => ({
  lineId,
  role,
  name: `name of ${lineId}`,
  active,
  since: 1,
});
/** As a confirmation names them: by the role and name of when it was asked. */
const asked = { lineId: "U1", name: "Mai", role: "owner" } as const;
const owner = member("U1", "owner");
/** An audit entry, of which a change of the staff gives these parts. */
const entry = (parts: Partial<AuditEntry>) => ({ confirmation: null, ...parts });

test("an invitation is audited with its role", () => {
  expect(invitationAudit(action, "cashier")).toEqual(
    entry({
      at: 1000,
      actor: "U1",
      eventId: "join",
      action: "invited",
      command: "invite",
      facts: { role: "cashier" },
    }),
  );
});

describe("an invitation", () => {
  test("is refused when no valid one has the code", () => {
    expect(join(null, null, action, "Mai")).toEqual({ result: "wrong", transition: null });
  });

  test("makes who takes it active from now on", () => {
    expect(join(free, null, action, "Mai")).toEqual({
      result: "manager",
      transition: {
        next: { lineId: "U1", role: "manager", name: "Mai", active: true, since: 1000 },
        audit: entry({
          at: 1000,
          actor: "U1",
          eventId: "join",
          action: "joined",
          command: "join",
          facts: { role: "manager", name: "Mai" },
        }),
      },
    });
  });

  test("is refused from when it expires", () => {
    const late = { ...action, at: 1001 };
    expect(join(free, null, late, "Mai")).toEqual({ result: "expired", transition: null });
  });

  const joined = member("U1", "cashier");
  const removed = member("U1", "cashier", false);
  test.each<[string, string, string, StaffMember | null, Role | JoinRefusal]>([
    ["again by the same event", "U1", "join", joined, "cashier"],
    ["again by the same event, whose sender was removed since", "U1", "join", removed, "used"],
    ["again by another event", "U1", "before", joined, "used"],
    ["by somebody else before", "U2", "join", null, "used"],
  ])("taken %s changes nothing", (_, takenBy, takenEvent, stored, result) => {
    const taken = { ...free, takenBy, takenEvent };
    const late = { ...action, at: 5000 };
    expect(join(taken, stored, late, "Mai")).toEqual({ result, transition: null });
  });
});

describe("a removal", () => {
  test("keeps the row, with its name and role", () => {
    const staff = [member("U2", "owner"), owner];
    expect(remove(staff, change, asked, true)).toEqual({
      result: true,
      transition: {
        next: { ...owner, active: false },
        audit: entry({
          at: 2000,
          actor: "U9",
          eventId: "tap",
          action: "removed",
          command: "remove",
          confirmation: "7",
          facts: asked,
        }),
      },
    });
  });

  test.each([
    ["who was removed before", [member("U2", "owner"), member("U1", "owner", false)]],
    ["whom nobody knows", [member("U2", "owner")]],
  ])("of somebody %s changes nothing", (_, staff) => {
    expect(remove(staff, change, asked, true)).toEqual({ result: true, transition: null });
  });

  test.each([
    ["the only owner", [owner], false],
    ["the only active owner", [owner, member("U2", "owner", false)], false],
    ["an owner beside a manager", [owner, member("U2", "manager")], false],
    ["one of two owners", [owner, member("U2", "owner")], true],
    ["a manager beside the only owner", [member("U1", "manager"), member("U2", "owner")], true],
    ["a manager where nobody is an owner", [member("U1", "manager")], true],
  ])("that keeps an owner, of %s", (_, staff, isRemoved) => {
    const { result, transition } = remove(staff, change, asked, true);
    expect(result).toBe(isRemoved);
    expect(transition !== null).toBe(isRemoved);
  });

  test("that need not keep an owner removes the last one", () => {
    const { result, transition } = remove([owner], change, asked, false);
    expect(result).toBe(true);
    expect(transition?.next.active).toBe(false);
  });
});

describe("a restoration", () => {
  const back = { ...change, by: null, eventId: null, command: "staff" };
  const audit = entry({
    at: 2000,
    actor: null,
    eventId: null,
    action: "restored",
    command: "staff",
    confirmation: "7",
    facts: asked,
  });

  test("gives the role back, and keeps name and time", () => {
    const removed = member("U1", "cashier", false);
    expect(restore(removed, back, asked)).toEqual({
      result: true,
      transition: { next: { ...removed, role: "owner", active: true }, audit },
    });
  });

  test("of somebody whom nobody knows adds them", () => {
    const next = { ...asked, active: true, since: 2000 };
    expect(restore(null, back, asked)).toEqual({ result: true, transition: { next, audit } });
  });

  test.each([
    ["the same role", "owner", true],
    ["another role", "cashier", false],
  ] as const)("of somebody active with %s changes nothing", (_, role, result) => {
    expect(restore(member("U1", role), back, asked)).toEqual({ result, transition: null });
  });
});
