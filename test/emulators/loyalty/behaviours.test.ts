/** The embedded platform as a strict, a loose and a slow one: what each does to requests and rows. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { demoPeople, type BehaviourName } from "../../../src/emulators/loyalty/index.ts";
import { manualClock } from "../../support/clock.ts";
import { startPlatform } from "./loyalty-world.ts";

type Row = Record<string, unknown>;
interface Answer {
  status: number;
  rows: Row[];
  total: number;
}

const olivia = demoPeople.find(({ label }) => label === "olivia")?.lineId ?? "";

/** Reads lists as the platform sends them. */
async function reader(behaviour: BehaviourName | null, clock = manualClock()) {
  const platform = await startPlatform({ behaviour, clock });
  const { businesses } = platform.credentials;
  const [business] = businesses;
  const token = async () => {
    const response = await fetch(`${platform.baseUrl}/v1/auth-connect/${business?.code}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(business),
    });
    const { access_token } = (await response.json()) as { access_token: string };
    return access_token;
  };
  const headers = { authorization: `Bearer ${behaviour === "slow" ? "" : await token()}` };
  return async (path: string): Promise<Answer> => {
    const response = await fetch(`${platform.baseUrl}/api/v1/connect/${path}`, { headers });
    const body = (await response.json()) as { data?: Row[]; pagination?: { total: number } };
    const { data = [], pagination } = body;
    return { status: response.status, rows: data, total: pagination?.total ?? 0 };
  };
}

const ids = ({ rows }: Answer) => rows.map(({ lineId }) => lineId);
const uuids = (answers: readonly Answer[]) =>
  answers.flatMap(({ rows }) => rows.map((row) => String(row["uuid"])));

async function readLooseTransactions() {
  const read = await reader("loose");
  const answers: Answer[] = [];
  for (let page = 1; page <= 9; page += 1) {
    answers.push(await read(`transactions?size=70&page=${page}`));
  }
  return { read: uuids(answers), total: answers[0]?.total ?? 0 };
}

describe("a strict platform", () => {
  test("refuses every parameter that isn't public, and sizes above the maximum", async () => {
    const read = await reader("strict");
    const paths = {
      "profiles?page=1&size=100&sort=name&search=Olivia": 200,
      "profiles?active=true": 400,
      "profiles?size=101": 400,
      "transactions?page=1&size=100&from=2026-11-01T00:00:00Z&to=2026-11-20T00:00:00Z": 200,
      "transactions?member_uuid=x": 400,
      "transactions?ref_id=x": 400,
      "transactions?sort=created_at": 400,
      "transactions?size=1001": 400,
      "coupon/give/history?page=2&size=100": 200,
      "coupon/give/history?member_uuid=x": 400,
      "coupon/give/history?size=101": 400,
      "coupon/set?status=ACTIVE": 400,
      "campaigns?status=ACTIVE": 400,
      "coupon/check/X?member_uuid=x": 400,
    };
    const seen: Record<string, number> = {};
    for (const path of Object.keys(paths)) seen[path] = (await read(path)).status;
    expect(seen).toEqual(paths);
  });
});

describe("a loose platform", () => {
  test("finds others by almost the LINE user id searched for, and the member on a later page", async () => {
    const read = await reader("loose");
    const pages = [1, 2].map((page) => `profiles?search=${olivia}&size=100&page=${page}`);
    const [first, second] = [await read(pages[0]!), await read(pages[1]!)];
    expect(ids(first)).not.toContain(olivia);
    expect(ids(first)).toEqual(
      expect.arrayContaining([olivia.toUpperCase(), olivia.slice(0, -1), `${olivia}0`]),
    );
    expect(ids(second)).toContain(olivia);
  });

  test("ignores filters, has no order, and damages the rows that weren't asked for", async () => {
    const truth = await (await reader(null))("transactions?size=100");
    const read = await reader("loose");
    const { rows, total } = await read("transactions?size=100&member_uuid=nobody");
    expect(total).toBe(truth.total);
    const times = rows.map(({ created_at }) => String(created_at));
    expect(times).not.toEqual(times.toSorted());
    expect(times).not.toEqual(times.toSorted().toReversed());
    expect(rows.some((row) => !("member_uuid" in row))).toBe(true);
    expect(rows.some(({ status }) => status === "NEW_VALUE")).toBe(true);
    expect(rows.some(({ points }) => typeof points === "string")).toBe(true);
  });

  test("repeats rows and leaves some out while its pages are read, in the same way each time", async () => {
    const { read, total } = await readLooseTransactions();
    expect(new Set(read).size).toBeLessThan(read.length);
    expect(new Set(read).size).toBeLessThan(total);
    expect((await readLooseTransactions()).read.length).toBe(read.length);
  });

  test("lists members as they are now, of the caller's business alone", async () => {
    const folder = mkdtempSync(join(tmpdir(), "loose-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "platform.sqlite");
    const platform = await startPlatform({ behaviour: "loose", file });
    const connect = platform.client();
    const members = (loyalty = connect) => loyalty.getProfile({ size: 5 });
    const firstCard = async () => (await members()).data.flatMap(({ cards }) => cards)[0];
    const { card_no = "", point = 0 } = (await firstCard()) ?? {};
    await connect.addPoint({ card_no, method: 2, points: 7 });
    expect((await firstCard())?.point).toBe(point! + 7);
    using others = new DatabaseSync(file);
    others.prepare("UPDATE card SET point = 12 WHERE card_no = ?").run(card_no);
    expect((await firstCard())?.point).toBe(12);
    const { pagination } = await members(platform.client({}, platform.lotus));
    expect(pagination.total).not.toBe((await members()).pagination.total);
  });
});

test("a slow platform answers after its delay, and some calls only after half a minute", async () => {
  const clock = manualClock();
  const read = await reader("slow", clock);
  const delays: number[] = [];
  for (let call = 0; call < 25; call += 1) {
    // Without a token the delay comes first, too: the operation isn't reached.
    let isOver = false;
    const start = clock.now();
    const answer = read("").finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await setImmediate();
      if (clock.next !== null) clock.turn(clock.next - clock.now());
    }
    await answer;
    delays.push(clock.now() - start);
  }
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(300);
  expect(Math.max(...delays.slice(0, -1))).toBeLessThan(2000);
  expect(delays.at(-1)).toBe(30_000);
});
