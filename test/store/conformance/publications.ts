/** Conformance of publications of texts. */
import { describe, expect, test } from "vitest";
import { settingsKeys } from "../../../src/config/settings-keys.ts";
import type { OpenStore, StoreHome } from "./harness.ts";

const by = { source: "command line" } as const;

export function describePublications(_home: () => StoreHome, opened: () => OpenStore): void {
  const publications = () => opened().store.publications;
  const current = () => opened().store.settings.get(settingsKeys.publishedOverrides);
  const answers = () => opened().store.settings.get(settingsKeys.publishedAnswers);
  const publish = (at: number, overrides: string) =>
    publications().publish({ ...by, at, author: "Mint", overrides, approver: null });
  const undo = (at: number) => publications().undo({ ...by, at, author: "Ploy" });

  describe("publications", () => {
    test("are what members get, and listed with their authors, newest first", async () => {
      expect(await publications().list(9)).toEqual([]);
      await publish(1, "one");
      await publish(2, "two");
      expect(await current()).toBe("two");
      const second = {
        ...by,
        id: 2,
        at: 2,
        author: "Mint",
        overrides: "two",
        answers: "{}",
        undoes: null,
        approver: null,
      };
      expect(await publications().list(1)).toEqual([second]);
      expect(await publications().list(9)).toMatchObject([{ id: 2 }, { id: 1 }]);
    });

    test("are undone one after another, down to the built-in texts", async () => {
      await publish(1, "one");
      await publish(2, "two");
      expect(await undo(3)).toEqual({
        id: 3,
        at: 3,
        author: "Ploy",
        overrides: "one",
        answers: "{}",
        undoes: 2,
        approver: null,
        source: "command line",
      });
      expect(await current()).toBe("one");
      await publish(4, "four");
      expect(await undo(5)).toMatchObject({ overrides: "one", undoes: 4 });
      expect(await undo(6)).toMatchObject({ overrides: "{}", undoes: 1 });
      expect(await current()).toBe("{}");
      expect(await undo(7)).toBeNull();
      expect(await publications().list(9)).toHaveLength(6);
    });

    test("are in an account's audit where that is wanted", async () => {
      const publication = { ...by, at: 1, author: "Mint", overrides: "one", approver: null };
      const audited = { account: "A", actor: "operator", command: "words" } as const;
      await publications().publish(publication, 0, audited);
      await publications().undo({ ...by, at: 2, author: "Ploy" }, 1, audited);
      expect(await opened().store.audit.all()).toMatchObject([
        { action: "published", account: "A", actor: "operator", facts: { name: "Mint", id: "#1" } },
        { action: "publication_undone", command: "words", facts: { id: "#1" } },
      ]);
    });

    test("are neither made nor undone when somebody else has published meanwhile", async () => {
      const more = { ...by, at: 1, author: "Mint", approver: null };
      const late = { ...more, overrides: "late" };
      expect(await publications().publish({ ...more, overrides: "one" }, 0)).toMatchObject({
        id: 1,
      });
      expect(await publications().publish(late, 0)).toBe("overtaken");
      expect(await publications().undo(more, 0)).toBe("overtaken");
      expect(await current()).toBe("one");
      expect(await publications().undo(more, 1)).toMatchObject({ id: 2, undoes: 1 });
    });

    test("begin with what a former version published", async () => {
      await opened().store.settings.set(settingsKeys.publishedOverrides, "former");
      await publish(1, "one");
      expect(await undo(2)).toMatchObject({ id: 3, overrides: "former", undoes: 2 });
      expect(await publications().list(9)).toMatchObject([{}, {}, { id: 1, author: "unknown" }]);
    });

    test("of answers leave the texts as they are, those of texts the answers, and an undo brings both back", async () => {
      const more = { ...by, at: 1, author: "Mint", approver: null };
      await publish(1, "one");
      expect(await publications().publish({ ...more, answers: "A" })).toMatchObject({
        overrides: "one",
        answers: "A",
      });
      await publish(2, "two");
      expect(await publications().list(9)).toMatchObject([
        { overrides: "two", answers: "A" },
        { overrides: "one", answers: "A" },
        { overrides: "one", answers: "{}" },
      ]);
      expect(await answers()).toBe("A");
      expect(await undo(3)).toMatchObject({ overrides: "one", answers: "A", undoes: 3 });
      expect(await undo(4)).toMatchObject({ overrides: "one", answers: "{}", undoes: 2 });
      expect(await answers()).toBe("{}");
    });

    test("by several people at the same time are all kept", async () => {
      await Promise.all(["a", "b", "c"].map((overrides, at) => publish(at, overrides)));
      const listed = await publications().list(9);
      expect(listed.map(({ id }) => id)).toEqual([3, 2, 1]);
      expect(await current()).toBe(listed[0]?.overrides);
    });
  });
}
