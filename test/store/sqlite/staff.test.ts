/** Staff in the SQLite store: removals, restored roles, and the last owner who stays. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import type { Role } from "../../../src/store/staff.ts";
import type { Store } from "../../../src/store/store.ts";
import { manualClock } from "../../support/clock.ts";

let dir: string;
let store: Store;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "staff-"));
  store = openSqliteStore(dir, manualClock());
  await store.staff.add("A", [
    active("U1", "owner"),
    active("U2", "owner"),
    active("U3", "cashier"),
  ]);
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

const named = (lineId: string, role: Role) => ({ lineId, name: `name of ${lineId}`, role });
const active = (lineId: string, role: Role) => ({ ...named(lineId, role), active: true, since: 0 });
const change = { by: "U1", eventId: null, at: 1, confirmation: "order", command: "remove" };
const remove = (lineId: string, role: Role, keepOwner = true) =>
  store.staff.remove("A", change, named(lineId, role), { keepOwner });
const restore = (lineId: string, role: Role) =>
  store.staff.restore("A", change, named(lineId, role));
const entries = async () =>
  (await store.audit.all()).map(({ action, facts, confirmation }) => [action, facts, confirmation]);

test("the last active owner stays, unless the configuration names others", async () => {
  expect(await remove("U2", "owner")).toBe(true);
  expect(await remove("U1", "owner")).toBe(false);
  expect(await store.staff.get("A", "U1")).toMatchObject({ active: true });
  expect(await remove("U1", "owner", false)).toBe(true);
  expect(await store.staff.get("A", "U1")).toMatchObject({ active: false });
});

test("a repeated removal or restoration changes nothing, and is one audit entry", async () => {
  for (let time = 0; time < 2; time++) expect(await remove("U3", "cashier")).toBe(true);
  expect(await store.staff.get("A", "U3")).toMatchObject({ active: false });
  for (let time = 0; time < 2; time++) expect(await restore("U3", "cashier")).toBe(true);
  expect(await store.staff.get("A", "U3")).toMatchObject({ active: true, role: "cashier" });
  const facts = named("U3", "cashier");
  expect(await entries()).toEqual([
    ["removed", facts, "order"],
    ["restored", facts, "order"],
  ]);
});

test("somebody who has another role by now keeps it", async () => {
  expect(await restore("U3", "manager")).toBe(false);
  expect(await store.staff.get("A", "U3")).toMatchObject({ role: "cashier" });
  expect(await entries()).toEqual([]);
});
