/** Conformance of the links to rich menus. */
import { describe, expect, test } from "vitest";
import type { OpenStore, StoreHome } from "./harness.ts";

export function describeMenuLinks(_home: () => StoreHome, opened: () => OpenStore): void {
  describe("the link to a rich menu", () => {
    test("is stored once for the state that was read, and exported, erased and purged", async () => {
      const { menuLinks, personalData, retention } = opened().store;
      const [first, second] = [
        { menu: "richmenu-1", at: 5 },
        { menu: "richmenu-2", at: 6 },
      ];
      expect(await menuLinks.get("A", "U1")).toBeNull();
      const tries = [first, second].map((link) => menuLinks.replace("A", "U1", link, null));
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
      const stored = await menuLinks.get("A", "U1");
      expect(await menuLinks.replace("A", "U1", { menu: "richmenu-3", at: 7 }, stored)).toBe(true);
      expect(await menuLinks.replace("A", "U1", { menu: "richmenu-4", at: 8 }, stored)).toBe(false);
      expect(await menuLinks.get("A", "U1")).toEqual({ menu: "richmenu-3", at: 7 });
      expect(await menuLinks.get("B", "U1")).toBeNull();
      await menuLinks.replace("A", "U2", first, null);
      const exported = [{ account: "A", lineId: "U1", menu: "richmenu-3", at: 7 }];
      expect(await personalData.of("U1")).toMatchObject({ menus: exported });
      expect(await personalData.forget("U1", 9)).toMatchObject({ menus: 1 });
      const purge = (traces: number) =>
        retention.purge({ texts: 0, traces, ledger: 0, statistics: 0 }, () => Promise.resolve());
      expect(await purge(5)).toMatchObject({ menus: 0 });
      expect(await purge(6)).toMatchObject({ menus: 1 });
    });
  });
}
