/** What the doctor finds at LINE, with faults planted. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { silentOrigin, type ProxyHooks } from "../support/proxy.ts";
import { bendJson, createPatient, examine, setWebhook, type Patient } from "./doctor-world.ts";

let patient: Patient;
beforeAll(async () => {
  patient = await createPatient();
});
afterEach(() => patient.straighten());
afterAll(() => patient[Symbol.asyncDispose]());

/** With a platform as it should be, whose assumptions take most of a run's time: only where the exit code counts. */
const withPlatform = (env: Record<string, string>) => examine({ ...patient.env, ...env });
/** The platform can't be reached. */
const withEnv = (env: Record<string, string>) =>
  withPlatform({ CONNECT_BASE_URL: "http://127.0.0.1:9/api", ...env });

/** What the members' channel is called in a request. */
const members = "Bearer a-channel-access-token";
const at = (path: string, change: (body: never) => void): ProxyHooks => ({
  after(request, answer) {
    if (request.url.pathname === path && request.authorization === members) {
      bendJson(answer, change);
    }
  },
});
const refusing = (path: string, status: number): ProxyHooks => ({
  after(request, answer) {
    if (request.url.pathname === path && request.authorization === members) answer.status = status;
  },
});

const endpoint = "/v2/bot/channel/webhook/endpoint";
const webhookTest = "/v2/bot/channel/webhook/test";
const testFailing = (reason: string, statusCode: number) =>
  at(webhookTest, (body: object) => Object.assign(body, { success: false, reason, statusCode }));

describe("the token", () => {
  test("that LINE refuses skips dependent checks; the other channel is still checked", async () => {
    const report = await withPlatform({ LINE_CHANNEL_ACCESS_TOKEN: "another-token" });
    expect(report.code).toBe(1);
    expect(report.of("LINE", "token")).toMatchObject({
      status: "fault",
      tells: "LINE refuses it",
      remedy: expect.stringContaining("LINE_CHANNEL_ACCESS_TOKEN"),
    });
    expect(report.of("LINE", "webhook test").status).toBe("skipped");
    expect(report.of("LINE dev", "token").status).toBe("ok");
    expect(report.of("LINE dev", "provider").status).toBe("skipped");
    expect(report.stdout).not.toContain("another-token");
  });

  test("of the dev channel names the dev channel's variables", async () => {
    const report = await withEnv({ LINE_DEV_CHANNEL_ACCESS_TOKEN: "another-token" });
    expect(report.of("LINE dev", "token").remedy).toContain("LINE_DEV_CHANNEL_ACCESS_TOKEN");
    expect(report.of("LINE", "token").status).toBe("ok");
  });

  test("that is issued by channel id, or refused", async () => {
    const issued = { LINE_CHANNEL_ACCESS_TOKEN: "", LINE_CHANNEL_ID: "1000000001" };
    expect((await withEnv(issued)).of("LINE", "token").status).toBe("ok");
    const rotation = { ...issued, LINE_CHANNEL_SECRET: "not-yet-the-secret,a-channel-secret" };
    expect((await withEnv(rotation)).of("LINE", "token").status).toBe("ok");
    const report = await withEnv({ ...issued, LINE_CHANNEL_SECRET: "not-the-secret" });
    expect(report.of("LINE", "token")).toMatchObject({
      status: "fault",
      remedy: expect.stringContaining("LINE_CHANNEL_SECRET"),
    });
    expect(report.stdout).not.toContain("not-the-secret");
  });

  test("that is sent to something other than LINE", async () => {
    patient.line.hooks = {
      after(_request, answer) {
        answer.body = "<h1>a portal</h1>";
      },
    };
    const report = await withEnv({});
    expect(report.of("LINE", "token")).toMatchObject({
      status: "fault",
      tells: "GET /v2/bot/info: unreadable answer",
    });
  });
});

test("an unreachable LINE", async () => {
  const report = await withPlatform({ LINE_API_BASE_URL: await silentOrigin() });
  expect(report.code).toBe(1);
  expect(report.of("LINE", "reachable")).toMatchObject({
    status: "fault",
    tells: expect.stringContaining("nothing listens there"),
  });
  expect(report.of("LINE", "token").status).toBe("skipped");
});

test.each<[ms: number, status: string, tells: RegExp]>([
  [-30_000, "hint", /^(2|3)\d s behind this machine's$/],
  [30_000, "hint", /^(2|3)\d s ahead of this machine's$/],
  [600_000, "fault", /^(59|60)\d s ahead of this machine's$/],
])("a clock that is %i ms off", async (ms, status, tells) => {
  patient.line.hooks = {
    after(_request, answer) {
      answer.headers = new Headers(answer.headers);
      answer.headers.set("date", new Date(Date.now() + ms).toUTCString());
    },
  };
  const found = (await withEnv({})).of("LINE", "clock");
  expect(found).toMatchObject({ status, remedy: expect.stringContaining("NTP") });
  expect(found.tells).toMatch(tells);
});

describe("the webhook", () => {
  test("isn't set", async () => {
    patient.line.hooks = refusing(endpoint, 404);
    const report = await withEnv({});
    expect(report.of("LINE", "webhook address")).toMatchObject({
      status: "fault",
      remedy: expect.stringContaining(`${patient.env["PUBLIC_URL"]}/webhook`),
    });
    expect(report.of("LINE", "webhook switch").status).toBe("skipped");
    expect(report.of("LINE", "webhook test").status).toBe("skipped");
  });

  test("is switched off", async () => {
    patient.line.hooks = at(endpoint, (body: { active: boolean }) => {
      body.active = false;
    });
    const report = await withEnv({});
    expect(report.of("LINE", "webhook switch")).toMatchObject({
      status: "fault",
      remedy: expect.stringContaining("Use webhook"),
    });
    expect(report.of("LINE dev", "webhook switch").status).toBe("ok");
  });

  test("points at another address, where nothing accepts the events", async () => {
    const { bot, env } = patient;
    const own = `${env["PUBLIC_URL"]}/webhook`;
    const nobody = await silentOrigin();
    try {
      await setWebhook(bot.line.origin, "a-channel-access-token", `${nobody}/webhook?key=hush`);
      const report = await withEnv({});
      expect(report.of("LINE", "webhook address")).toMatchObject({
        status: "fault",
        tells: `LINE posts to ${nobody}/webhook, and not to PUBLIC_URL's ${own}`,
      });
      expect(report.of("LINE", "webhook test")).toMatchObject({
        status: "fault",
        tells: "LINE's own try failed: COULD_NOT_CONNECT",
      });
      expect(report.stdout).not.toContain("hush");
      await setWebhook(bot.line.origin, "a-channel-access-token", `${bot.origin}/hook`);
      expect((await withEnv({})).of("LINE", "webhook test")).toMatchObject({
        status: "fault",
        tells: "LINE's own try failed: ERROR_STATUS_CODE, status 404",
        remedy: expect.stringContaining("end in /webhook,"),
      });
    } finally {
      await setWebhook(bot.line.origin, "a-channel-access-token", own);
    }
  });

  test.each<[reason: string, statusCode: number, remedy: string]>([
    ["ERROR_STATUS_CODE", 401, "LINE_CHANNEL_SECRET"],
    ["ERROR_STATUS_CODE", 502, "log"],
    ["REQUEST_TIMEOUT", 0, "2 seconds"],
    ["UNCLASSIFIED", -1, "proxy"],
    ["SOMETHING_NEW", 0, "proxy"],
  ])("fails LINE's test: %s %i", async (reason, statusCode, remedy) => {
    patient.line.hooks = testFailing(reason, statusCode);
    const report = await withEnv({});
    expect(report.faultsOf("LINE")).toEqual(["webhook test"]);
    expect(report.of("LINE", "webhook test")).toMatchObject({
      status: "fault",
      tells: expect.stringContaining(reason),
      remedy: expect.stringContaining(remedy),
    });
  });

  test("is tested too often: a rate limit is reported", async () => {
    patient.line.hooks = refusing(webhookTest, 429);
    const report = await withPlatform({});
    expect(report.code).toBe(0);
    expect(report.of("LINE", "webhook test").status).toBe("hint");
  });

  test("can't be compared without PUBLIC_URL", async () => {
    const report = await withEnv({ PUBLIC_URL: "" });
    expect(report.of("LINE", "webhook address").status).toBe("hint");
    expect(report.of("address", "PUBLIC_URL").status).toBe("hint");
  });
});

test("settings that only the console shows are a hint, with the state of Chat", async () => {
  expect((await withEnv({})).of("LINE", "auto-reply")).toMatchObject({
    status: "hint",
    tells: expect.stringContaining("Chat is off"),
    remedy: expect.stringContaining("Auto-reply"),
  });
  patient.line.hooks = at("/v2/bot/info", (body: { chatMode: string }) => {
    body.chatMode = "chat";
  });
  expect((await withEnv({})).of("LINE", "auto-reply").tells).toContain("Chat is on");
});

const reminding = { REMIND_COUPON_DAYS: "3", REMIND_PUSH: "on", REMIND_PUSH_RESERVE: "50" };

test.each<[used: number, fallback: string, status: string, more?: Record<string, string>]>([
  [10, "on", "ok"],
  [190, "on", "hint"],
  [250, "on", "fault"],
  [250, "off", "ok"],
  [100, "off", "ok", reminding],
  [150, "off", "hint", reminding],
])("quota: %i of 200 used, push fallback %s", async (used, fallback, status, more = {}) => {
  patient.line.hooks = at("/v2/bot/message/quota", (body: object) =>
    Object.assign(body, { type: "limited", value: 200 }),
  );
  const limited = patient.line.hooks;
  patient.line.hooks = {
    after(request, answer) {
      limited.after?.(request, answer);
      if (request.url.pathname.endsWith("/consumption")) {
        bendJson(answer, (body: object) => Object.assign(body, { totalUsage: used }));
      }
    },
  };
  const found = (await withEnv({ LINE_PUSH_FALLBACK: fallback, ...more })).of("LINE", "quota");
  expect(found.status).toBe(status);
  expect(found.tells).toContain(`${Math.max(0, 200 - used)} of 200`);
});

test("one account for both channels", async () => {
  const report = await withPlatform({ LINE_DEV_CHANNEL_ACCESS_TOKEN: "a-channel-access-token" });
  expect(report.code).toBe(1);
  expect(report.of("LINE dev", "provider")).toMatchObject({
    status: "fault",
    tells: "both tokens open the same account",
  });
});

describe("one provider for both channels", () => {
  const somebody = "U00000000000000000000000000000001";
  const knowing = (tokens: readonly string[]): ProxyHooks => ({
    after({ url, authorization }, answer) {
      if (!url.pathname.startsWith("/v2/bot/profile/")) return;
      const isKnown = tokens.some((token) => authorization === `Bearer ${token}`);
      answer.status = isKnown ? 200 : 404;
      answer.body = JSON.stringify({ userId: somebody, displayName: "Somebody" });
    },
  });
  const env = { STAFF_OWNER_LINE_IDS: somebody };

  test("is confirmed by a user known to both", async () => {
    patient.line.hooks = knowing(["a-channel-access-token", "a-dev-channel-access-token"]);
    const report = await withEnv(env);
    expect(report.of("LINE dev", "provider").status).toBe("ok");
    expect(report.stdout).not.toContain(somebody);
  });

  test.each(["a-channel-access-token", "a-dev-channel-access-token"])(
    "can't be told where only one does: %s",
    async (token) => {
      patient.line.hooks = knowing([token]);
      const report = await withPlatform(env);
      expect(report.code).toBe(0);
      expect(report.of("LINE dev", "provider").status).toBe("hint");
      expect(report.stdout).not.toContain(somebody);
    },
  );

  test("is confirmed by a user known from the store", async () => {
    patient.line.hooks = knowing(["a-channel-access-token", "a-dev-channel-access-token"]);
    expect((await withEnv({})).of("LINE dev", "provider").status).toBe("skipped");
    const { bot } = patient;
    const [person] = bot.line.accounts.people;
    const { webhookEventId } = await bot.line.act(person?.userId ?? "", { type: "follow" });
    // What is remembered is stored with the greeting, before that is sent.
    await bot.line.nextReply(webhookEventId);
    expect((await withEnv({})).of("LINE dev", "provider").status).toBe("ok");
  });
});
