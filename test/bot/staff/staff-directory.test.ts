/** Names of the staff may stand in any text: of LINE and of the store, whatever characters they have. */
import { describe, expect, test } from "vitest";
import { createStaffDirectory } from "../../../src/bot/staff/staff-directory.ts";
import type { Staff } from "../../../src/store/staff.ts";
import { manualClock } from "../../support/clock.ts";

const owner = `U${"0".repeat(31)}1`;
const cashier = `U${"0".repeat(31)}2`;

/** @param written the name of both, as LINE has it, or as an earlier version stored it. */
function directoryOf(written: string) {
  const stored = { account: "A", lineId: cashier, role: "cashier", name: written, active: true };
  const staff = {
    get: async (_account: string, lineId: string) => (lineId === cashier ? stored : null),
    list: async () => [stored],
  } as unknown as Staff;
  return createStaffDirectory({
    staff,
    ownerLineIds: [owner],
    displayName: async () => written,
    clock: manualClock(),
  });
}

describe.each([
  ["Plo\u202Ey\nU1  owner", "Ploy U1 owner"],
  ["Ploy\u0000 \uD83D", "Ploy \uFFFD"],
  [`${"a".repeat(39)}😀`, "a".repeat(39)],
])("the name %j", (written, shown) => {
  test("is cleaned where LINE tells it, and where it was stored", async () => {
    const directory = directoryOf(written);
    const names = (await directory.all("A")).map(({ name }) => name);
    for (const name of [...names, (await directory.of("A", cashier))?.name ?? ""])
      expect(name.startsWith(shown)).toBe(true);
    expect(await directory.nameOf(owner)).toBe(shown);
    expect((await directory.names("A"))(cashier)).not.toMatch(/[\p{Cc}\p{Cs}\u202E]/u);
  });
});

test("a name of nothing that can be seen gets a placeholder", async () => {
  const directory = directoryOf("\u202E\u0000 ");
  expect(await directory.nameOf(owner)).toBe("Staff 0001");
  expect((await directory.of("A", cashier))?.name).toBe("Staff 0002");
});
