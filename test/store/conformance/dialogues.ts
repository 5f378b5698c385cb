/** Conformance of dialogues. */
import { describe, expect, test } from "vitest";
import type { DialogueChange } from "../../../src/store/state-changes.ts";
import type { OpenStore, StoreHome } from "./harness.ts";

export function describeDialogues(home: () => StoreHome, opened: () => OpenStore): void {
  const store = () => opened().store;
  const now = () => home().clock.now();
  const change = (lineId: string, step: number, lifeMs = 1000): DialogueChange => ({
    kind: "dialogue",
    lineId,
    dialogue: JSON.stringify({ step }),
    expiresAt: now() + lifeMs,
  });

  describe("a dialogue", () => {
    test("is replaced by a reply, per account, and ends by itself", async () => {
      const { dialogues, lineUsers } = store();
      expect(await dialogues.get("A", "U1")).toBeNull();
      await lineUsers.write("A", [change("U1", 1), change("U2", 9)]);
      await lineUsers.write("A", [change("U1", 2)]);
      expect(await dialogues.get("A", "U1")).toBe('{"step":2}');
      expect(await dialogues.get("B", "U1")).toBeNull();
      home().clock.turn(999);
      expect(await dialogues.get("A", "U1")).not.toBeNull();
      home().clock.turn(1);
      expect(await dialogues.get("A", "U1")).toBeNull();
      await lineUsers.write("A", [change("U1", 3)]);
      expect(await dialogues.get("A", "U1")).toBe('{"step":3}');
    });

    test("is exported and erased with a person's data, and deleted by retention", async () => {
      const { dialogues, lineUsers, personalData, retention } = store();
      const written = change("U2", 2);
      await lineUsers.write("A", [change("U1", 1), written]);
      expect(await personalData.of("U1")).toMatchObject({
        dialogues: [{ account: "A", lineId: "U1", dialogue: { step: 1 } }],
      });
      expect(await personalData.forget("U1", now())).toMatchObject({ dialogues: 1 });
      expect(await dialogues.get("A", "U1")).toBeNull();
      const purge = (texts: number) =>
        retention.purge({ texts, traces: 0, ledger: 0, statistics: 0 }, () => Promise.resolve());
      expect(await purge(written.expiresAt)).toMatchObject({ dialogues: 0 });
      expect(await purge(written.expiresAt + 1)).toMatchObject({ dialogues: 1 });
    });

    test("of a colleague goes with the person whom it names", async () => {
      const { dialogues, lineUsers, personalData } = store();
      const about = (who: string, lineId: string): DialogueChange => ({
        ...change(lineId, 1),
        dialogue: JSON.stringify({ args: { a: { member: who } } }),
      });
      const uuid = "0b9f4c1d-3a56-4a7e-9c55-7f4f6e1d2a90";
      await lineUsers.write("A", [about(uuid, "U1"), about("U9", "U2"), change("U3", 1)]);
      for (const [who, colleague] of [
        [uuid, "U1"],
        ["U9", "U2"],
      ] as const) {
        expect(await personalData.of(who)).toMatchObject({ dialogues: [{ lineId: colleague }] });
        expect(await personalData.forget(who, now())).toMatchObject({ dialogues: 1 });
        expect(await dialogues.get("A", colleague)).toBeNull();
      }
      expect(await dialogues.get("A", "U3")).not.toBeNull();
    });

    test("that is renewed while retention runs stays", async () => {
      const { dialogues, lineUsers, retention } = store();
      const old = change("U1", 1);
      await lineUsers.write("A", [old]);
      home().clock.turn(2000);
      const renewed = lineUsers.write("A", [change("U1", 2)]);
      const before = { texts: old.expiresAt + 1, traces: 0, ledger: 0, statistics: 0 };
      await retention.purge(before, () => Promise.resolve());
      await renewed;
      expect(await dialogues.get("A", "U1")).toBe('{"step":2}');
    });
  });
}
