/** Conformance of the prices of rewards that staff set. */
import { describe, expect, test } from "vitest";
import type { OpenStore, StoreHome } from "./harness.ts";

export function describeStaffPrices(_home: () => StoreHome, opened: () => OpenStore): void {
  describe("a price that staff set", () => {
    test("changes only from the price that was read, and by account", async () => {
      const { staffPrices } = opened().store;
      const change = (before: number | null, after: number | null) =>
        staffPrices.replace("A", { setUuid: "latte", before, after });
      const prices = async (account: string) => Object.fromEntries(await staffPrices.list(account));
      const first = await Promise.all([change(null, 200), change(null, 250)]);
      expect(first.filter(Boolean)).toHaveLength(1);
      const points = first[0] ? 200 : 250;
      expect(await prices("A")).toEqual({ latte: points });
      expect(await change(points, 300)).toBe(true);
      expect(await change(points, 400)).toBe(false);
      expect(await change(points, null)).toBe(false);
      // The same change once more, as after a crash.
      expect(await change(points, 300)).toBe(true);
      await staffPrices.replace("B", { setUuid: "latte", before: null, after: 100 });
      expect([await prices("A"), await prices("B")]).toEqual([{ latte: 300 }, { latte: 100 }]);
      expect([await change(300, null), await change(300, null)]).toEqual([true, true]);
      expect([await change(null, null), await prices("A")]).toEqual([true, {}]);
    });
  });
}
