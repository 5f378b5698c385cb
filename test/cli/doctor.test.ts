/** The doctor as a whole: a sound bot, one that isn't set up, one that is embedded; what it prints, and what it leaves alone. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../src/app/app.ts";
import { doctor } from "../../src/cli/doctor.ts";
import { systemClock } from "../../src/clock.ts";
import { readConfig } from "../../src/config/config.ts";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import { createLog } from "../../src/observability/log.ts";
import { callCommand, spawnCommand } from "../support/operator.ts";
import { authorityFile, silentOrigin } from "../support/proxy.ts";
import { createPatient, examine, type Patient } from "./doctor-world.ts";

let patient: Patient;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "doctor-"));
  patient = await createPatient();
});
afterAll(async () => {
  await patient[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

const portOf = (origin: string) => new URL(origin).port;

test("a healthy bot: one line per check, no fault, no secret", async () => {
  const { env, bot } = patient;
  const ended = await spawnCommand(["doctor"], {
    cwd: dir,
    env: { ...env, NODE_EXTRA_CA_CERTS: authorityFile },
  });
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  const lines = ended.stdout.trimEnd().split("\n");
  expect(lines.at(-1)).toMatch(/^faults: 0, hints: \d+$/);
  const checks = lines.slice(0, lines.indexOf(""));
  for (const line of checks) expect(line).toMatch(/^(ok|hint|skipped) +\w/);
  const assumptions = lines.slice(checks.length + 1, -2);
  expect(assumptions[0]).toMatch(/^ +operation +assumed +seen +what the bot does$/);
  for (const line of assumptions.slice(1)) expect(line).toMatch(/^(ok|\?) +\w/);
  for (const told of [
    /ok +store +migrations/,
    /ok +address +PUBLIC_URL +the bot answers there/,
    /ok +address +certificate +valid for \d+ more days/,
    /ok +LINE +webhook test/,
    /ok +LINE dev +webhook test/,
    /ok +platform +search by lineId/,
    /skipped +platform +writes .*Burn Point/,
  ]) {
    expect(ended.stdout).toMatch(told);
  }
  const secrets = Object.entries(env).filter(([name]) => /SECRET|TOKEN|API_KEY/.test(name));
  expect(secrets.length).toBeGreaterThan(4);
  for (const [, secret] of secrets) expect(ended.stdout).not.toContain(secret);
  for (const { lineId, displayName } of demoPeople) {
    expect(ended.stdout).not.toContain(lineId);
    expect(ended.stdout).not.toContain(displayName);
  }
  expect(bot.log()).not.toMatch(/"level":[56]0/);
});

test("nothing is written to the platform or sent by LINE", async () => {
  const { env, bot } = patient;
  const before = bot.platform.requests().length;
  expect(await examine(env)).toMatchObject({ code: 0, faults: 0 });
  const asked = new Set(
    bot.platform
      .requests()
      .slice(before)
      .map(({ operation }) => operation),
  );
  expect([...asked].toSorted()).toEqual([
    "checkCoupon",
    "getAccessToken",
    "getCampaign",
    "getCouponSet",
    "getGiveCouponHistory",
    "getProfile",
    "getTransaction",
  ]);
  expect(bot.line.sent).toEqual([]);
});

test("faults of the environment are listed, and nothing else is checked", async () => {
  const ended = await callCommand(["doctor", "--json"], {
    cwd: dir,
    env: { PORT: "x", LINE_CHANNEL_SECRET: "a-secret-of-ours", CONNECT_API_KEY: "a-key-of-ours" },
  });
  expect(ended.code).toBe(1);
  const { faults, checks } = JSON.parse(ended.stdout) as { faults: number; checks: object[] };
  expect(checks).toHaveLength(faults);
  expect(checks).toContainEqual({
    area: "environment",
    name: "variables",
    status: "fault",
    tells: "PORT: must be a port number, 0 to 65535",
    remedy: expect.stringContaining(".env"),
  });
  expect(ended.stdout).toContain("LINE_CHANNEL_ACCESS_TOKEN");
  expect(ended.stdout).toContain("CONNECT_BASE_URL");
  expect(ended.stdout).not.toContain("of-ours");
});

test("an unreadable overrides file is a fault of the environment", async () => {
  const report = await examine({ ...patient.env, CONNECT_OVERRIDES: join(dir, "none.json") });
  expect(report.code).toBe(1);
  expect(report.of("environment", "variables").tells).toMatch(
    /CONNECT_OVERRIDES.*there is no such file/,
  );
});

test("an .env that others can read is a hint, with what to do", async () => {
  const file = join(dir, "others.env");
  writeFileSync(file, "");
  for (const [mode, status] of [
    [0o644, "hint"],
    [0o640, undefined],
  ] as const) {
    chmodSync(file, mode);
    const { checks } = await examine(patient.env, file);
    const found = checks.find(({ area, name }) => area === "environment" && name === "file");
    expect({ mode, status: found?.status }).toEqual({ mode, status });
    if (status) expect(found?.tells).toContain(`(mode 0644): chmod o= ${file}`);
  }
});

test("a faulty file of card styles is a fault of the environment", async () => {
  const report = await examine({ ...patient.env, CARD_STYLES: join(dir, "none.json") });
  expect(report.of("environment", "variables").tells).toMatch(/CARD_STYLES.*there is no such file/);
});

test("without an environment, before the first start: hints, no fault, no file created", async () => {
  const dataDir = join(dir, "none-yet");
  const report = await examine({
    DATA_DIR: dataDir,
    PORT: portOf(await silentOrigin()),
    EMBEDDED_LINE_PORT: portOf(await silentOrigin()),
    EMBEDDED_CONNECT_PORT: portOf(await silentOrigin()),
  });
  expect(report).toMatchObject({ code: 0, faults: 0 });
  for (const area of ["LINE", "LINE dev", "platform"]) {
    expect(report.of(area, "reachable")).toMatchObject({
      status: "hint",
      tells: "embedded: starts with the bot",
    });
    expect(report.of(area, "token").status).toBe("skipped");
  }
  expect(report.of("address", "bot").status).toBe("hint");
  expect(report.of("store", "migrations").tells).toContain("no store yet");
  expect(() => rmSync(dataDir, { recursive: true })).toThrow("ENOENT");
});

test("embedded services on any free port are reported as not checkable", async () => {
  const report = await examine({
    DATA_DIR: join(dir, "none-yet"),
    PORT: "0",
    EMBEDDED_LINE_PORT: "0",
    EMBEDDED_CONNECT_PORT: "0",
  });
  expect(report.code).toBe(0);
  expect(report.of("LINE", "reachable").remedy).toContain("EMBEDDED_LINE_PORT");
  expect(report.of("platform", "reachable").remedy).toContain("EMBEDDED_CONNECT_PORT");
});

test("embedded services are checked like real ones, across restarts of the bot", async () => {
  const given = {
    PORT: "0",
    EMBEDDED_LINE_PORT: "0",
    EMBEDDED_CONNECT_PORT: "0",
    DATA_DIR: join(dir, "embedded"),
  };
  for (let start = 0; start < 2; start++) {
    await using app = await createApp({
      ...readConfig(given),
      clock: systemClock,
      log: createLog("silent"),
    });
    const port = (what: string) =>
      new RegExp(`${what} +embedded +http://127.0.0.1:(\\d+)`).exec(app.greeting)?.[1] ?? "";
    const report = await examine({
      ...given,
      PORT: portOf(app.origin),
      EMBEDDED_LINE_PORT: port("LINE"),
      EMBEDDED_CONNECT_PORT: port("platform"),
    });
    expect(report).toMatchObject({ code: 0, faults: 0, hints: 0 });
    const sound = report.checks.filter(({ status }) => status === "ok").map(({ name }) => name);
    expect(sound).toEqual(expect.arrayContaining(["provider", "add-on plan", "search by lineId"]));
  }
});

test("another bot's ports are distinguished from its own", async () => {
  const { port: linePort } = patient.line;
  const { port: platformPort } = patient.platform;
  const report = await examine({
    DATA_DIR: join(dir, "none-yet"),
    PORT: "0",
    EMBEDDED_LINE_PORT: String(linePort),
    EMBEDDED_CONNECT_PORT: String(platformPort),
  });
  expect(report.code).toBe(1);
  expect(report.of("LINE", "token").remedy).toContain("DATA_DIR");
  expect(report.of("platform", "token").tells).toContain("DATA_DIR");
});

test("an interrupted run is reported as incomplete", async () => {
  const stop = new AbortController();
  const lines: string[] = [];
  const print = (...more: readonly string[]) => {
    lines.push(...more);
    stop.abort();
  };
  const walk = doctor.run([], { environment: patient.env, print, stop: stop.signal });
  await expect(walk).rejects.toThrow("stopped before the end");
  expect(lines).toHaveLength(1);
});

test("invalid arguments print the usage", async () => {
  const ended = await callCommand(["doctor", "--jsno"], { cwd: dir, env: {} });
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining("doctor [--json]") });
});
