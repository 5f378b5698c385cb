/** A restored database is put to rest: nothing that it left open goes on, and what had ended stays. */
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { systemClock } from "../../../src/clock.ts";
import { createLog } from "../../../src/observability/log.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { collectEvents } from "../../support/event-consumer.ts";
import { callCommand } from "../../support/operator.ts";
import { createDatabase } from "../../support/postgres.ts";
import {
  actBy,
  arrive,
  bot,
  conclusion,
  day,
  oneOfMember,
  question,
  redemption,
} from "../conformance/harness.ts";
import { draftOf } from "../conformance/drafts.ts";

test("restore --settle", async () => {
  await using database = await createDatabase();
  const run = (args: string[], url = database.url) =>
    callCommand(["restore", ...args], { cwd: tmpdir(), env: { DATABASE_URL: url } });
  const none = { code: 1, stderr: expect.stringContaining("no store in this database") };
  expect(await run(["--settle"])).toMatchObject(none);
  expect(await run([])).toMatchObject({ code: 2 });
  expect(await run(["--settle"], "")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is for Postgres"),
  });

  const clock = systemClock;
  // JSON takes what the database's own functions refuse.
  const by = { id: "U8", name: "Ploy" };
  const comments = [{ at: 1, by, text: "cut \ud83d and \0" }];
  const open = () => openPostgresStore(database.url, { clock, log: createLog("silent") });
  {
    await using store = await open();
    await store.inbox.start(collectEvents());
    const now = clock.now();
    const states = [
      ["open", {}],
      ["waiting", { approval: true }],
      ["sent", {}],
      ["done", {}],
    ] as const;
    for (const [id, more] of states) {
      const asked = question(id, now, more);
      await store.lineUsers.write("A", [{ kind: "question", question: asked }]);
      if (id === "open") continue;
      const action = await actBy(store, "U9", `tap on ${id}`, now);
      await store.orders.confirm("A", id, action, day);
    }
    const tapped = await actBy(store, "U1", "tap on redeemed", now);
    const asked = redemption("redeemed", now);
    await store.lineUsers.write("A", [{ kind: "question", question: asked }]);
    await store.orders.confirm("A", "redeemed", tapped, oneOfMember);
    const outcome = { state: "done", done: { given: 1 } } as const;
    const notice = { kind: "ended", confirmation: "done" } as const;
    const notices = [{ lineId: "U1", notice }];
    await store.orders.conclude("A", conclusion("done", outcome, { notices }), bot);
    const invitation = { hash: "h", role: "cashier", expiresAt: now + 1000 } as const;
    await store.staff.invite("A", { by: "U9", eventId: "tap on sent", at: now }, invitation);
    const dialogue = { kind: "dialogue", lineId: "U9", dialogue: "{}" } as const;
    await store.lineUsers.write("A", [{ ...dialogue, expiresAt: now + 600_000 }]);
    await store.menuLinks.replace("A", "U1", { menu: "richmenu-1", at: now }, null);
    const schedule = { id: "U9", name: "Mint", at: now };
    const planned = draftOf("U9", { schedule, comments });
    await store.drafts.change("A", "U9", () => ({ result: null, draft: planned }));
    await store.studioAccess.openForOperator("A", { hash: "s", expiresAt: now + 1000 }, now);
    await arrive(store, "unanswered", now);
    // The bot that runs is of a former version: the schema stays as it knows it.
    await database.query("update schema_info set version = version - 1");
    expect(await run(["--settle"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("a bot is running on this database"),
    });
    await database.query("update schema_info set version = version + 1");
  }
  const { code, stdout } = await run(["--settle"]);
  expect(code).toBe(0);
  expect(stdout.replaceAll("\n", " ")).toContain(
    "5 events parked as restored, 2 orders left to a person in /pending, 2 questions cancelled, 2 notices and 1 invitation dropped",
  );

  await using store = await open();
  const consumer = collectEvents();
  await store.inbox.start(consumer);
  expect(consumer.events).toEqual([]);
  expect(await store.inbox.counts()).toMatchObject({ open: 0, parked: 5 });
  const stateOf = async (id: string) => (await store.orders.get("A", id))?.state;
  expect(await stateOf("open")).toBe("cancelled");
  expect(await stateOf("waiting")).toBe("declined");
  expect(await stateOf("sent")).toBe("needs_review");
  expect(await stateOf("done")).toBe("done");
  expect(await stateOf("redeemed")).toBe("needs_review");
  expect(await store.notices.of("A", "U1")).toEqual([]);
  expect(await store.dialogues.get("A", "U9")).toBeNull();
  expect(await store.menuLinks.get("A", "U1")).toBeNull();
  expect(await store.drafts.due("A", Number.MAX_SAFE_INTEGER)).toEqual([]);
  expect(await store.drafts.get("A", "U9")).toEqual(draftOf("U9", { comments }));
  expect(await store.studioAccess.holderOf("A", "s", 0)).toBeNull();
  expect(await database.query("select from lanes")).toEqual([]);
  const audit = await store.audit.all();
  expect(audit.slice(-3)).toMatchObject([
    { action: "person", confirmation: "redeemed", facts: { restored: true } },
    { action: "person", confirmation: "sent", facts: { restored: true } },
    { action: "declined", confirmation: "waiting", facts: { restored: true } },
  ]);
});
