/** Conformance of leadership: the only replica leads every job until it withdraws. */
import { describe, expect, test } from "vitest";
import { until } from "../../support/until.ts";
import type { OpenStore, StoreHome } from "./harness.ts";

export function describeLeadership(_home: () => StoreHome, opened: () => OpenStore): void {
  describe("leadership", () => {
    test("of the only replica begins at once, and ends when it withdraws", async () => {
      const steps: string[] = [];
      const job = (name: string) => () => {
        steps.push(`${name} started`);
        return { stop: async () => void steps.push(`${name} stopped`) };
      };
      const { leadership } = opened().store;
      await using retention = leadership.run("retention", job("retention"));
      const pushes = leadership.run("notice pushes", job("pushes"));
      await until(() => steps.length === 2, "the elections");
      expect(steps).toEqual(["retention started", "pushes started"]);
      await pushes[Symbol.asyncDispose]();
      expect(steps.slice(2)).toEqual(["pushes stopped"]);
      await retention[Symbol.asyncDispose]();
      expect(steps.slice(3)).toEqual(["retention stopped"]);
      await using _again = leadership.run("retention", job("again"));
      await until(() => steps.length === 5, "the election");
      expect(steps.slice(4)).toEqual(["again started"]);
    });
  });
}
