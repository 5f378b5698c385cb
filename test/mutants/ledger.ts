/** Faults in the ledger mirror: transactions that it lacks, and is believed not to lack. */
import type { Fault } from "./fault.ts";

const mirror = "src/members/ledger/ledger-mirror.ts";
const window = "src/members/ledger/read-window.ts";
const client = "src/members/ledger/mirrored-client.ts";
const tests = ["members/ledger/ledger-mirror.test.ts"];
const story = ["stories/ledger-mirror.test.ts"];

export const ledgerFaults: readonly Fault[] = [
  {
    name: "ledger mirror: it answers although something may be missing",
    file: mirror,
    from: "return isCertain ? this.coverage() : null;",
    to: "return this.coverage();",
    tests,
  },
  {
    name: "ledger mirror: it answers although it is out of date",
    file: mirror,
    from: "if (!before || Math.abs(this.#options.clock.now() - before.readAt) > staleMs) return null;",
    to: "if (!before) return null;",
    tests,
  },
  {
    name: "ledger mirror: what a lost answer booked is read once only",
    file: mirror,
    from: "if (isLittle && since < before.until) {",
    to: "if (isLittle && since > before.until) {",
    tests,
  },
  {
    name: "ledger mirror: the next reading begins where our clock stands",
    file: mirror,
    from: "const newestAt = Math.min(reading.newestAt ?? covered.until, now);",
    to: "const newestAt = now;",
    tests,
  },
  {
    name: "ledger mirror: the next reading begins in the future",
    file: mirror,
    from: "const newestAt = Math.min(reading.newestAt ?? covered.until, now);",
    to: "const newestAt = reading.newestAt ?? covered.until;",
    tests,
  },
  {
    name: "ledger mirror: windows don't overlap",
    file: mirror,
    from: "const overlapMs = 2 * minuteMs;",
    to: "const overlapMs = 0;",
    tests,
  },
  {
    name: "ledger mirror: of the last days only one is read again",
    file: mirror,
    from: "const rereadDays = 3;",
    to: "const rereadDays = 1;",
    tests,
  },
  {
    name: "ledger mirror: two pages a second",
    file: mirror,
    from: "const pageIntervalMs = 1000;",
    to: "const pageIntervalMs = 500;",
    tests,
  },
  {
    name: "ledger mirror: smaller pages than allowed",
    file: window,
    from: "const pageSize = transactionSizes.max;",
    to: "const pageSize = 500;",
    tests,
  },
  {
    name: "ledger mirror: who waits comes last",
    file: "src/members/ledger/page-pacer.ts",
    from: "const first = queue.findIndex(({ urgent }) => urgent);",
    to: "const first = 0;",
    tests,
  },
  {
    name: "ledger mirror: a window counts as whole below the platform's count",
    file: window,
    from: 'if (pass.end === "last page" && sizeOf(seen) >= pass.total) {',
    to: 'if (pass.end === "last page") {',
    tests,
  },
  {
    name: "ledger mirror: a platform without windows is mirrored",
    file: window,
    from: "if (strays >= minStrays && strays > inside.length) throw new WindowIgnoredError();",
    to: "",
    tests,
  },
  {
    name: "ledger mirror: a list comes from it before it is complete",
    file: client,
    from: "if (!covered || covered.from > (since ?? mirror.wantedFrom())) return null;",
    to: "if (!covered) return null;",
    tests: story,
  },
  {
    name: "ledger mirror: a transaction is looked up in it before it is complete",
    file: client,
    from: "if (!covered || covered.from > mirror.wantedFrom()) return null;",
    to: "if (!covered) return null;",
    tests: story,
  },
  {
    name: "ledger mirror: of two filters it heeds one",
    file: client,
    from: "if (!first || others.length > 0) return null;",
    to: "if (!first) return null;",
    tests,
  },
  {
    name: "ledger mirror: a list isn't brought up to date first",
    file: client,
    from: "await (page === 1 ? mirror.catchUp(signal, since) : mirror.coverage());",
    to: "await mirror.coverage();",
    tests: story,
  },
  {
    name: "ledger mirror: what is to be voided by its document isn't read again",
    file: client,
    from: "if (byReference.has(filter.by)) {",
    to: "if (page === 0 && byReference.has(filter.by)) {",
    tests: story,
  },
  {
    name: "ledger mirror: the bot's own voids show an hour later",
    file: client,
    from: "noted(mirror, loyalty.voidTransactionById(path, options)),",
    to: "loyalty.voidTransactionById(path, options),",
    tests: story,
  },
  {
    name: "ledger mirror: card numbers are kept",
    file: "src/members/ledger/mirrored-transaction.ts",
    from: "cardHash: hashId(row.card_no),",
    to: "cardHash: row.card_no,",
    tests: story,
  },
  {
    name: "ledger mirror: a void is forgotten when an older page comes",
    file: "src/store/ledger.ts",
    from: "status = case when ledger.status = 'VOIDED' then ledger.status else excluded.status end,",
    to: "status = excluded.status,",
    tests: ["store/conformance/sqlite.test.ts"],
  },
  {
    name: "ledger mirror: what fails when a reply's time is over is a fault of the bot",
    file: client,
    from: 'throw error instanceof LoyaltyError ? error : cancelled("getTransaction");',
    to: "throw signal.reason;",
    tests: ["loyalty/aborted-reads.test.ts", "stories/slow-ledger.test.ts"],
  },
  {
    name: "ledger mirror: a page that waits its turn fails with the signal's reason",
    file: mirror,
    from: `.catch(() => {
          throw isLate();
        })`,
    to: "",
    tests: ["loyalty/aborted-reads.test.ts"],
  },
  {
    name: "ledger mirror: of a document only what three windows hold is read again",
    file: mirror,
    from: "else last.to = at + 1;",
    to: "",
    tests: ["members/ledger/refresh.test.ts"],
  },
  {
    name: "ledger mirror: cards of which no number is known are one card",
    file: "src/bot/staff/commands/points.ts",
    from: "row.member_uuid.trim() || cardKeyOf(row) || String(row.id);",
    to: "row.member_uuid.trim() || row.card_no;",
    tests: ["bot/staff/void-unnamed.test.ts"],
  },
  {
    name: "ledger mirror: no number is the number of each mirrored card",
    file: "src/members/ledger/mirrored-transaction.ts",
    from: 'cardNo !== "" && (card_no',
    to: "(card_no",
    tests: ["bot/staff/void-unnamed.test.ts"],
  },
  {
    name: "ledger mirror: a void is found on any card where the number isn't known",
    file: "src/bot/staff/operations/points.ts",
    from: 'card === "" && cardKeyOf(row) === cardKey',
    to: 'card === "" && cardKey !== ""',
    tests: ["bot/staff/void-unnamed.test.ts"],
  },
  {
    name: "ledger mirror: while it fills, a part of a history is shown as the whole",
    file: "src/loyalty/read-list.ts",
    from: "return read && (read.since === null || read.since <= part.since) ? read : part;",
    to: "return read && (read.since === null || read.since <= part.since) ? read : { ...part, since: null };",
    tests: ["loyalty/read-newest.test.ts", ...story],
  },
];
