/** Conformance of drafts of texts. */
import { describe, expect, test } from "vitest";
import type { AuditEntry } from "../../../src/store/audit.ts";
import type { Draft, DraftState } from "../../../src/store/drafts.ts";
import type { OpenStore, StoreHome } from "./harness.ts";

export const draftOf = (author: string, more: Partial<Draft> = {}): Draft => ({
  author,
  authorName: author,
  base: 0,
  version: 1,
  texts: { en: { "help.title": "Help?" } },
  review: "none",
  approver: null,
  comments: [],
  schedule: null,
  changedAt: 1,
  ...more,
});

const entry: AuditEntry = {
  actor: "U1",
  at: 5,
  action: "published",
  command: "studio",
  eventId: null,
  confirmation: null,
  refId: null,
  memberUuid: null,
  facts: {},
};

const publication = (overrides: string) =>
  ({ at: 5, author: "Mint", approver: "Ploy", overrides, source: "studio" }) as const;

export function describeDrafts(_home: () => StoreHome, opened: () => OpenStore): void {
  const drafts = () => opened().store.drafts;
  const save = (draft: Draft) =>
    drafts().change("A", draft.author, () => ({ result: null, draft }));

  describe("a draft", () => {
    test("is stored for its author, per account, and listed", async () => {
      const [mine, other] = [draftOf("U1"), draftOf("U2")];
      await save(other);
      await save(mine);
      expect(await drafts().get("A", "U1")).toEqual(mine);
      expect(await drafts().get("B", "U1")).toBeNull();
      expect(await drafts().list("A")).toEqual([mine, other]);
      expect(await drafts().list("B")).toEqual([]);
      await drafts().change("A", "U1", () => ({ result: null, draft: null }));
      expect(await drafts().list("A")).toEqual([other]);
    });

    test("is changed by one after another, and published with an audit entry in the same step", async () => {
      const add = () =>
        drafts().change("A", "U1", ({ draft }) => {
          const version = (draft?.version ?? 0) + 1;
          return { result: version, draft: draftOf("U1", { version, base: 1 }) };
        });
      const versions = await Promise.all([add(), add(), add()]);
      expect(versions.toSorted()).toEqual([1, 2, 3]);
      const { publications, audit, settings } = opened().store;
      await publications.publish(publication("one"));
      await publications.publish(publication("two"));
      const seen: DraftState[] = [];
      await drafts().change("A", "U1", (state) => {
        seen.push(state);
        return { result: null, draft: null, publication: publication("three"), audit: entry };
      });
      expect(seen.at(-1)).toMatchObject({
        draft: { version: 3 },
        newest: { id: 2, overrides: "two" },
        base: { id: 1, overrides: "one" },
      });
      expect(await drafts().get("A", "U1")).toBeNull();
      expect(await publications.list(1)).toEqual([
        { id: 3, undoes: null, answers: "{}", ...publication("three") },
      ]);
      expect(await settings.get("published words")).toBe("three");
      expect(await audit.all()).toEqual([{ ...entry, account: "A" }]);
    });

    test("is due once its time has come, and is exported and erased with a person's data", async () => {
      const by = { id: "U1", name: "Mint" };
      const planned = draftOf("U1", { schedule: { ...by, at: 9 } });
      await save(planned);
      await save(draftOf("U2"));
      expect(await drafts().due("A", 8)).toEqual([]);
      expect(await drafts().due("A", 9)).toEqual(["U1"]);
      expect(await drafts().due("B", 9)).toEqual([]);
      const { personalData } = opened().store;
      const exported = [{ account: "A", author: "U1", draft: planned, publishAt: 9 }];
      expect(await personalData.of("U1")).toMatchObject({ drafts: exported });
      expect(await personalData.forget("U1", 9)).toMatchObject({ drafts: 1 });
      expect(await drafts().list("A")).toMatchObject([{ author: "U2" }]);
    });
  });
}
