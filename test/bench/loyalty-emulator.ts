/** How fast the embedded platform is with 10,000 members, beside plain SQLite statements in the same run. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { systemClock } from "../../src/clock.ts";
import { createLoyaltyClient } from "../../src/loyalty/client.ts";
import { openPlatformFile, type Credentials } from "../../src/emulators/loyalty/index.ts";
import { createLog } from "../../src/observability/log.ts";

const members = 10_000;
const calls = 10_000;
const atOnce = 16;

interface Subject {
  line_id: string;
  card_no: string;
}

const folder = mkdtempSync(join(tmpdir(), "bench-"));
process.once("exit", () => rmSync(folder, { recursive: true }));
const file = join(folder, "platform.sqlite");
openPlatformFile(file, systemClock).growTo(members);

/** @returns operations a second. */
async function rate(work: (call: number) => unknown, lanes: number): Promise<number> {
  let next = 0;
  const lane = async () => {
    while (next < calls) {
      const done = work(next);
      next += 1;
      if (done instanceof Promise) await done;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: lanes }, lane));
  return Math.round((calls * 1000) / (performance.now() - start));
}

using plain = new DatabaseSync(file);
plain.exec("PRAGMA synchronous = NORMAL");
const subjects = plain
  .prepare(
    `SELECT m.line_id, c.card_no FROM member m JOIN card c ON c.member_id = m.id
     WHERE m.business_id = 1 AND m.line_id <> '' ORDER BY m.uuid`,
  )
  .all() as unknown as Subject[];
const subject = (call: number) => subjects[call % subjects.length]!;

const findMember = plain.prepare("SELECT * FROM member WHERE business_id = 1 AND line_id = ?");
const findCards = plain.prepare("SELECT * FROM card WHERE member_id = ?");
const addTo = plain.prepare(
  "UPDATE card SET point = point + 1 WHERE business_id = 1 AND card_no = ? RETURNING id, point",
);
const book = plain.prepare(
  `INSERT INTO movement (business_id, card_id, uuid, type, status, method, points, balance_after,
     channel, created_at) VALUES (1, ?, ?, 'ADD', 'COMPLETED', 2, 1, ?, 'API', ?)`,
);
const plainSearch = await rate((call) => {
  const member = findMember.get(subject(call).line_id)!;
  return findCards.all(member["id"]!);
}, 1);
const plainAdd = await rate((call) => {
  plain.exec("BEGIN IMMEDIATE");
  const card = addTo.get(subject(call).card_no)!;
  book.run(card["id"]!, `plain ${call}`, card["point"]!, Date.now());
  plain.exec("COMMIT");
}, 1);

const entry = fileURLToPath(new URL("../emulators/loyalty/child.ts", import.meta.url));
const child = spawn(process.execPath, [entry, file], { stdio: ["ignore", "pipe", "inherit"] });
const [line] = (await once(createInterface(child.stdout), "line")) as [string];
const { baseUrl, credentials } = JSON.parse(line) as { baseUrl: string; credentials: Credentials };
const { code, api_key, api_secret } = credentials.businesses[0]!;
const loyalty = createLoyaltyClient({
  baseUrl,
  direct: { businessCode: code, apiKey: api_key, apiSecret: api_secret },
  exchange: null,
  timeoutMs: 10_000,
  clock: systemClock,
  log: createLog("silent"),
  tokens: { get: async () => null, set: async () => {}, exclusive: (_key, work) => work() },
});
const search = await rate((call) => loyalty.getProfile({ search: subject(call).line_id }), atOnce);
const prefix = await rate(
  (call) => loyalty.getProfile({ search: `ณัฐพล${call}`.slice(0, 3) }),
  atOnce,
);
const add = await rate(
  (call) =>
    loyalty.addPoint({
      card_no: subject(call).card_no,
      method: 2,
      points: 1,
      ref_id: `bench ${call}`,
    }),
  atOnce,
);
await loyalty[Symbol.asyncDispose]();
child.kill();

process.stdout.write(
  `${JSON.stringify(
    {
      members,
      "plain statements, search/s": plainSearch,
      "Get Profile by lineId over HTTP /s": search,
      "Get Profile by name's beginning over HTTP /s": prefix,
      "plain statements, add/s": plainAdd,
      "Add Point over HTTP /s": add,
    },
    null,
    2,
  )}\n`,
);
