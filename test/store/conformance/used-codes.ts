/** Conformance of the used codes of members. */
import { describe, expect, test } from "vitest";
import type { OpenStore, StoreHome } from "./harness.ts";

export function describeUsedCodes(home: () => StoreHome, opened: () => OpenStore): void {
  describe("a code", () => {
    test("is used once, however many use it at once, again by the same event only, and forgotten by retention", async () => {
      const { usedCodes, retention } = opened().store;
      const expiresAt = home().clock.now() + 60_000;
      const use = (code: string, event: string) => usedCodes.use(code, event, expiresAt);
      const events = Array.from({ length: 20 }, (_, index) => `event ${index}`);
      const uses = await Promise.all(events.map((event) => use("a", event)));
      const first = events[uses.indexOf(true)] ?? "";
      expect(uses.filter(Boolean)).toHaveLength(1);
      expect(await use("a", first)).toBe(true);
      expect(await use("a", "another")).toBe(false);
      expect(await use("b", "another")).toBe(true);
      const purge = (texts: number) =>
        retention.purge({ texts, traces: 0, ledger: 0, statistics: 0 }, () => Promise.resolve());
      expect(await purge(expiresAt)).toMatchObject({ codes: 0 });
      expect(await use("a", "another")).toBe(false);
      expect(await purge(expiresAt + 1)).toMatchObject({ codes: 2 });
    });
  });
}
