/** What the doctor finds at the loyalty platform, with faults planted. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { doctor } from "../../src/cli/doctor.ts";
import { systemClock } from "../../src/clock.ts";
import { createTill } from "../support/till.ts";
import { silentOrigin, type ProxyHooks } from "../support/proxy.ts";
import { bendJson, createPatient, examine, type Patient } from "./doctor-world.ts";

let patient: Patient;
beforeAll(async () => {
  patient = await createPatient();
});
afterEach(() => {
  patient.straighten();
  patient.bot.platform.faults.clear();
});
afterAll(() => patient[Symbol.asyncDispose]());

const withEnv = (env: Record<string, string> = {}) => examine({ ...patient.env, ...env });

const prefix = "/api/api/v1/connect";
const bending = (path: string, change: (body: never) => void): ProxyHooks => ({
  after({ url }, answer) {
    if (url.pathname === prefix + path) bendJson(answer, change);
  },
});
const answering = (path: string, status: number, body = ""): ProxyHooks => ({
  after({ url }, answer) {
    if (url.pathname === prefix + path) Object.assign(answer, { status, body });
  },
});

/** What an operator sets for the exchange flow. */
const exchange = () => ({
  CONNECT_EXCHANGE_TOKEN: patient.bot.platform.credentials.exchange_token,
});

const ending = (days: number) =>
  bending("/", (body: { end_date: string }) => {
    body.end_date = new Date(Date.now() + days * 86_400_000).toISOString();
  });

describe("reaching and signing in", () => {
  test("a closed port", async () => {
    const report = await withEnv({ CONNECT_BASE_URL: `${await silentOrigin()}/api` });
    expect(report.code).toBe(1);
    expect(report.of("platform", "reachable")).toMatchObject({
      status: "fault",
      tells: expect.stringMatching(/\/api: nothing listens there/),
    });
    expect(report.of("platform", "Get Profile").status).toBe("skipped");
  });

  test("a wrong key is tried once", async () => {
    const { platform } = patient.bot;
    const before = platform.requests({ operation: "getAccessToken" }).length;
    const report = await withEnv({ CONNECT_API_SECRET: "not-the-secret" });
    expect(report.code).toBe(1);
    expect(report.of("platform", "token")).toMatchObject({
      status: "fault",
      remedy: expect.stringContaining("CONNECT_API_SECRET"),
    });
    expect(report.of("platform", "Get Profile").status).toBe("skipped");
    expect(report.stdout).not.toContain("not-the-secret");
    expect(platform.requests({ operation: "getAccessToken" })).toHaveLength(before + 1);
  });

  test("a base URL with a wrong path", async () => {
    const report = await withEnv({ CONNECT_BASE_URL: `${patient.platform.origin}/apis` });
    expect(report.of("platform", "token")).toMatchObject({
      status: "fault",
      remedy: expect.stringContaining("CONNECT_BASE_URL"),
    });
  });

  test("a clock that is ten minutes off", async () => {
    patient.platform.hooks = {
      after(_request, answer) {
        answer.headers = new Headers(answer.headers);
        answer.headers.set("date", new Date(Date.now() - 600_000).toUTCString());
      },
    };
    expect((await withEnv()).of("platform", "clock")).toMatchObject({
      status: "fault",
      tells: expect.stringContaining("behind"),
    });
  });
});

describe("operations", () => {
  test("a missing one suggests an override; the others are still checked", async () => {
    patient.platform.hooks = answering("/campaigns", 404, '{"message":"no such route"}');
    const report = await withEnv();
    expect(report).toMatchObject({ code: 1, faults: 1 });
    expect(report.of("platform", "Get Campaign")).toMatchObject({
      status: "fault",
      tells: expect.stringContaining("404"),
      remedy: expect.stringContaining('{"getCampaign": {"path": "/…"}}'),
    });
    expect(report.of("platform", "Get Transaction").status).toBe("ok");
  });

  test("one with an overridden address", async () => {
    patient.platform.hooks = {
      before({ url }) {
        if (url.pathname === `${prefix}/campaigns`) url.pathname = "/nowhere";
        if (url.pathname === "/api/elsewhere") url.pathname = `${prefix}/campaigns`;
      },
    };
    const file = join(patient.bot.dataDir, "overrides.json");
    writeFileSync(file, '{"getCampaign": {"path": "/elsewhere"}}');
    expect((await withEnv()).of("platform", "Get Campaign").status).toBe("fault");
    const report = await withEnv({ CONNECT_OVERRIDES: file });
    expect(report.of("platform", "Get Campaign").status).toBe("ok");
    expect(report.of("environment", "variables").tells).toContain("address of their own: 1");
  });

  test("one with unexpected rows names the field without its value", async () => {
    patient.platform.hooks = bending("/transactions", (body: { data: { points: unknown }[] }) => {
      for (const row of body.data) row.points = "hush-hush";
    });
    const report = await withEnv();
    expect(report).toMatchObject({ code: 1, faults: 1 });
    expect(report.of("platform", "Get Transaction")).toMatchObject({
      status: "fault",
      tells: expect.stringContaining("unknown shape (data.0.points)"),
      remedy: expect.stringContaining("src/loyalty/contract/"),
    });
    expect(report.stdout).not.toContain("hush-hush");
  });

  test("transactions whose ids can't be held exactly", async () => {
    patient.platform.hooks = {
      after({ url }, answer) {
        if (url.pathname !== `${prefix}/transactions`) return;
        answer.body = answer.body.replace(/"id":\d+/g, '"id":9007199254740993');
      },
    };
    expect((await withEnv()).of("platform", "Get Transaction")).toMatchObject({
      status: "fault",
      tells: expect.stringMatching(/ids are above 9007199254740991.*waits for a person/),
    });
  });

  test.each<[what: string, status: number, remedy: string]>([
    ["is forbidden", 403, "grant"],
    ["answers a page", 200, "contract"],
  ])("one that %s", async (_what, status, remedy) => {
    patient.platform.hooks = answering("/coupon/set", status, "<h1>a page</h1>");
    expect((await withEnv()).of("platform", "Get Coupon Set")).toMatchObject({
      status: "fault",
      remedy: expect.stringContaining(remedy),
    });
  });

  test("failures of several don't affect the check of the next", async () => {
    for (const operation of ["getCampaign", "getTransaction", "getCouponSet"] as const) {
      patient.bot.platform.faults.add({ kind: "error", operation });
    }
    const report = await withEnv();
    expect(report.faults).toBe(3);
    for (const name of ["Get Campaign", "Get Transaction", "Get Coupon Set"]) {
      expect(report.of("platform", name).tells).toContain("answered 500");
    }
    expect(report.of("platform", "Get Give Coupon History").status).toBe("ok");
  });

  test("empty lists are reported as such, and without a coupon none is checked", async () => {
    patient.platform.hooks = bending("/coupon/give/history", (body: object) =>
      Object.assign(body, { data: [], pagination: { total: 0, page: 1, size: 1 } }),
    );
    const report = await withEnv();
    expect(report.code).toBe(0);
    const history = report.of("platform", "Get Give Coupon History");
    expect(history).toMatchObject({
      status: "hint",
      tells: expect.stringContaining("no row's shape was seen"),
    });
    expect(report.of("platform", "Check Coupon").status).toBe("skipped");
  });
});

describe("search", () => {
  /** A platform that looks for LINE user ids nowhere. */
  const blind: ProxyHooks = {
    before({ url }) {
      if (url.searchParams.has("search")) url.searchParams.set("search", "nobody-is-called-so");
    },
  };
  const deaf: ProxyHooks = { before: ({ url }) => url.searchParams.delete("search") };

  test.each<[what: string, hooks: ProxyHooks, tells: string]>([
    ["doesn't look at lineId", blind, "told to join"],
    ["is ignored", deaf, "everybody comes back"],
  ])("that %s is a fault, unless the bot has its index", async (_what, hooks, tells) => {
    patient.platform.hooks = hooks;
    const report = await withEnv();
    expect(report).toMatchObject({ code: 1, faults: 1 });
    expect(report.of("platform", "search by lineId")).toMatchObject({
      status: "fault",
      tells: expect.stringContaining(tells),
      remedy: expect.stringContaining("MEMBER_LOOKUP=index"),
    });
    const indexed = await withEnv({ MEMBER_LOOKUP: "index" });
    expect(indexed).toMatchObject({ code: 0, faults: 0 });
    expect(indexed.of("platform", "search by lineId").tells).toContain("MEMBER_LOOKUP=index");
  });

  test("can't be checked without a linked member", async () => {
    patient.platform.hooks = bending("/profiles", (body: { data: { lineId: string }[] }) => {
      for (const profile of body.data) profile.lineId = "";
    });
    const report = await withEnv();
    expect(report.code).toBe(0);
    expect(report.of("platform", "search by lineId").status).toBe("hint");
  });
});

describe("the exchange flow", () => {
  const alone = { CONNECT_BUSINESS_CODE: "", CONNECT_API_KEY: "", CONNECT_API_SECRET: "" };
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
  /** A data folder of its own: nothing of the running bot's is renewed. */
  function ownFolder(): string {
    const dir = mkdtempSync(join(tmpdir(), "doctor-"));
    folders.push(dir);
    const file = new DatabaseSync(join(patient.env["DATA_DIR"] ?? "", "bot.sqlite"));
    file.exec(`vacuum into '${join(dir, "bot.sqlite")}'`);
    file.close();
    return dir;
  }

  test("not configured: the plan is not checked", async () => {
    expect((await withEnv()).of("platform", "add-on plan").status).toBe("skipped");
  });

  test("a renewed token is stored for the bot; the plan's end is reported, near and past", async () => {
    const env = { ...alone, ...exchange(), DATA_DIR: ownFolder() };
    const first = await withEnv(env);
    expect(first).toMatchObject({ code: 0, faults: 0 });
    expect(first.of("platform", "token").tells).toContain("exchange flow");
    expect(first.of("platform", "add-on plan").tells).toMatch(/^ends in \d+ days/);
    patient.platform.hooks = ending(5.5);
    const second = await withEnv(env);
    expect(second.code).toBe(0);
    expect(second.of("platform", "add-on plan")).toMatchObject({
      status: "hint",
      tells: expect.stringContaining("5 days"),
    });
    patient.platform.hooks = ending(-1);
    const third = await withEnv(env);
    expect(third.code).toBe(1);
    expect(third.of("platform", "add-on plan").status).toBe("fault");
    expect(third.stdout).not.toContain(env.CONNECT_EXCHANGE_TOKEN);
  });

  test("a single-use token isn't used if the new one couldn't be stored", async () => {
    const { platform } = patient.bot;
    const before = platform.requests({ operation: "exchangeAccessToken" }).length;
    const report = await withEnv({
      ...alone,
      ...exchange(),
      DATA_DIR: join(patient.bot.dataDir, "none"),
    });
    expect(report.of("platform", "token")).toMatchObject({
      status: "skipped",
      tells: expect.stringContaining("can't keep it"),
    });
    expect(report.of("platform", "Get Profile").status).toBe("skipped");
    const both = await withEnv({ ...exchange(), DATA_DIR: join(patient.bot.dataDir, "none") });
    expect(both.of("platform", "token").status).toBe("ok");
    expect(both.of("platform", "add-on plan").status).toBe("skipped");
    expect(platform.requests({ operation: "exchangeAccessToken" })).toHaveLength(before);
  });

  test("a used-up token is a fault that asks for a new one", async () => {
    const env = { ...alone, CONNECT_EXCHANGE_TOKEN: "used-up-token", DATA_DIR: ownFolder() };
    const report = await withEnv(env);
    expect(report.of("platform", "token")).toMatchObject({
      status: "fault",
      remedy: expect.stringContaining("exchange token"),
    });
    expect(report.stdout).not.toContain("used-up-token");
  });
});

describe("assumptions", () => {
  test("aren't looked at where nothing can be read, and nothing is learnt", async () => {
    const lines: string[] = [];
    const code = await doctor.run(["--learn", "--json"], {
      environment: { ...patient.env, CONNECT_API_SECRET: "not-the-secret" },
      print: (...more) => void lines.push(...more),
      stop: new AbortController().signal,
    });
    expect(code).toBe(1);
    expect(JSON.parse(lines.join("\n"))).toMatchObject({
      assumptions: [],
      learned: { done: false, tells: expect.stringContaining("the platform can't be looked at") },
    });
  });

  test("need a store to be learnt", async () => {
    const empty = mkdtempSync(join(tmpdir(), "empty-"));
    onTestFinished(() => rmSync(empty, { recursive: true }));
    const lines: string[] = [];
    const code = await doctor.run(["--learn", "--json"], {
      environment: { ...patient.env, DATA_DIR: empty },
      print: (...more) => void lines.push(...more),
      stop: new AbortController().signal,
    });
    expect(code).toBe(1);
    expect(JSON.parse(lines.join("\n"))).toMatchObject({
      learned: { done: false, tells: expect.stringContaining("no store") },
    });
    expect(readdirSync(empty)).toEqual([]);
  });
});

test("a price for a set that the platform doesn't have is a hint", async () => {
  const dir = mkdtempSync(join(tmpdir(), "doctor-names-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, "rewards.json");
  const missing = "00000000-0000-4000-8000-000000000000";
  writeFileSync(file, JSON.stringify({ [missing]: { points: 5 } }));
  const named = (await withEnv({ REWARDS_FILE: file })).of("platform", "names in files");
  expect(named).toMatchObject({
    status: "hint",
    tells: expect.stringContaining(missing) as string,
  });
  expect((await withEnv()).of("platform", "names in files")).toMatchObject({ status: "ok" });
});

const giftsBy = async (env: Record<string, string>) =>
  (await withEnv(env)).of("platform", "gifts by rule");
const setNamed = async (part: string) => {
  const { platform } = patient.bot;
  await using till = createTill({ platform, lineId: () => "", clock: systemClock });
  const { data } = await till.connect.getCouponSet({ size: 100 });
  return data.find(({ name }) => name.includes(part))?.uuid ?? "";
};

describe("the sets of gifts by rule", () => {
  test("aren't looked for while no rule is on", async () => {
    expect(await giftsBy({})).toMatchObject({ status: "skipped" });
  });

  test("are fine if they are active and in stock", async () => {
    const latte = await setNamed("latte");
    expect(await giftsBy({ WELCOME_GIFT: latte, BIRTHDAY_GIFT: latte })).toMatchObject({
      status: "ok",
    });
  });

  test("that the platform doesn't have are a fault, and one that is sold out is a hint", async () => {
    expect(await giftsBy({ WELCOME_GIFT: "no-such-set" })).toMatchObject({
      status: "fault",
      tells: "WELCOME_GIFT: the platform has no such set",
    });
    expect(await giftsBy({ BIRTHDAY_GIFT: await setNamed("Opening gift") })).toMatchObject({
      status: "hint",
      tells: "BIRTHDAY_GIFT: the set is sold out",
    });
  });
});

const remindersBy = async (env: Record<string, string>) =>
  (await withEnv(env)).of("platform", "reminders");

describe("reminders", () => {
  test("of nothing aren't looked at, and those of coupons need no file", async () => {
    expect(await remindersBy({})).toMatchObject({ status: "skipped" });
    expect(await remindersBy({ REMIND_COUPON_DAYS: "3" })).toMatchObject({
      status: "ok",
      tells: "coupons, 3 days before they end",
    });
  });

  test.each([
    [["points", "expiry"], "ok"],
    [["expiry", "text"], "fault"],
  ])("of points need the two facts: %j", async (kinds, status) => {
    const folder = mkdtempSync(join(tmpdir(), "doctor-facts-"));
    const file = join(folder, "facts.json");
    const label = { en: "Ending", th: "Ending", ja: "Ending", "zh-TW": "Ending" };
    const facts = kinds.map((kind, index) => [`card.f${index}`, { label, kind, place: "below" }]);
    writeFileSync(file, JSON.stringify(Object.fromEntries(facts)));
    expect(await remindersBy({ REMIND_POINTS_DAYS: "7", CARD_FACTS: file })).toMatchObject({
      status,
    });
    rmSync(folder, { recursive: true });
  });
});
