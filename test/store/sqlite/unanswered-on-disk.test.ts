/** What nobody could answer, as bytes on the disk: in the database, its write-ahead log and backups. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { lastDays } from "../../../src/bot/views/dates.ts";
import { backUp } from "../../../src/store/sqlite/backup.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import { manualClock } from "../../support/clock.ts";
import * as fc from "../../support/properties.ts";

/** In memory where the system has such a folder: the bytes are the same, and a sync costs nothing there. */
const folder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const dayMs = 86_400_000;
const timeZone = "Asia/Bangkok";
const people = ["1", "2", "3", "4"].map((digit) => `U${digit.repeat(32)}`);
const texts = ["zqdogsallowed", "zqสัตว์เลี้ยงได้ไหม", "zq犬は大丈夫ですか"];

type Step =
  | { does: "ask"; who: number; what: number }
  | { does: "pass"; days: number }
  | { does: "forget"; who: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant("ask" as const),
      who: fc.nat(people.length - 1),
      what: fc.nat(texts.length - 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("pass" as const),
      days: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("forget" as const), who: fc.nat(people.length - 1) }),
  },
);

interface AskedBefore {
  who: number;
  what: number;
  at: number;
}

const askersOf = (text: number, asked: readonly AskedBefore[]) =>
  new Set(asked.filter(({ what }) => what === text).map(({ who }) => who)).size;

/** Every byte of a folder. */
const bytesIn = (dir: string) =>
  Buffer.concat(readdirSync(dir).map((name) => readFileSync(join(dir, name))));

test("no text and nobody of fewer than three people within 30 days is ever on the disk", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const dir = mkdtempSync(join(folder, "unanswered-"));
      const clock = manualClock();
      const store = openSqliteStore(dir, clock);
      /** When each person asked each text, in days, as far as nobody has been forgotten. */
      const asked: AskedBefore[] = [];
      const allowed = new Set<number>();
      try {
        for (const [index, one] of steps.entries()) {
          if (one.does === "pass") clock.turn(one.days * dayMs);
          else if (one.does === "forget") {
            await store.personalData.forget(people[one.who] ?? "", clock.now());
            asked.splice(0, asked.length, ...asked.filter(({ who }) => who !== one.who));
          } else {
            const days = lastDays(30, clock.now(), timeZone);
            await store.unanswered.add("A", {
              text: texts[one.what] ?? "",
              language: "en",
              asker: people[one.who] ?? "",
              day: days.at(-1) ?? "",
              from: days[0] ?? "",
              at: clock.now(),
            });
            asked.push({ who: one.who, what: one.what, at: clock.now() });
            const recent = asked.filter(({ at }) => at > clock.now() - 30 * dayMs);
            if (askersOf(one.what, recent) >= 3) allowed.add(one.what);
          }
          if (index === steps.length - 1) await backUp(dir, join(dir, "backup"));
          const disk = bytesIn(dir);
          const after = `after ${JSON.stringify(steps.slice(0, index + 1))}`;
          for (const [what, text] of texts.entries()) {
            if (!allowed.has(what)) expect(disk.includes(text), `${text} ${after}`).toBe(false);
          }
          const left = new Set(texts.filter((_, what) => askersOf(what, asked) >= 3));
          const listed = await store.unanswered.list("A", "2000-01-01");
          const rare = listed.filter(({ text }) => !left.has(text));
          expect(rare, `listed ${after}`).toEqual([]);
          for (const who of people) expect(disk.includes(who)).toBe(false);
        }
      } finally {
        await store[Symbol.asyncDispose]();
        rmSync(dir, { recursive: true });
      }
    }),
    { numRuns: 25 },
  );
});

test("hashes are of each store alone: nobody finds a text by a list of texts", async () => {
  const hashes = new Set<unknown>();
  for (let opened = 0; opened < 2; opened += 1) {
    const dir = mkdtempSync(join(folder, "unanswered-"));
    try {
      await using store = openSqliteStore(dir, manualClock());
      const day = "2026-11-22";
      await store.unanswered.add("A", {
        text: "dogs",
        language: "en",
        asker: "U1",
        day,
        from: day,
        at: 1,
      });
      using db = new DatabaseSync(join(dir, "bot.sqlite"), { readOnly: true });
      const row = db.prepare("select text_hash, asker_hash from unanswered").get();
      for (const hash of Object.values(row ?? {})) hashes.add(hash);
    } finally {
      rmSync(dir, { recursive: true });
    }
  }
  expect(hashes.size).toBe(4);
});
