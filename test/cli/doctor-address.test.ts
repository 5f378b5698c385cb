/** What the doctor finds at PUBLIC_URL and at the bot's own port, with faults planted. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addressArea } from "../../src/cli/doctor/address.ts";
import { systemClock } from "../../src/clock.ts";
import { readConfig } from "../../src/config/config.ts";
import { spawnCommand } from "../support/operator.ts";
import { createProxy, silentOrigin, type Certificate } from "../support/proxy.ts";
import { manualClock } from "../support/clock.ts";
import { examine, trustTestCertificates, type Report } from "./doctor-world.ts";

/** What stands in the bot's place. */
let answer: RequestListener;
const server = createServer((request, response) => answer(request, response));
let origin: string;
beforeAll(async () => {
  trustTestCertificates();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  answer = (_request, response) => response.end('{"status":"alive"}');
});
afterAll(() => server.close());

/** Of everything else nothing is looked at. */
const env = {
  DATA_DIR: join(tmpdir(), "doctor-none"),
  PORT: "0",
  EMBEDDED_LINE_PORT: "0",
  EMBEDDED_CONNECT_PORT: "0",
  STUDIO: "off",
};
const look = (publicUrl: string): Promise<Report> => examine({ ...env, PUBLIC_URL: publicUrl });
const front = (certificate: Certificate) => createProxy(() => origin, { certificate });

test("https with a valid certificate", async () => {
  await using proxy = await front("localhost");
  const report = await look(proxy.origin);
  expect(report.code).toBe(0);
  expect(report.of("address", "PUBLIC_URL").status).toBe("ok");
  expect(report.of("address", "certificate")).toMatchObject({
    status: "ok",
    tells: expect.stringContaining("until 2120-01-01"),
  });
});

test("an untrusted certificate is a fault", async () => {
  await using proxy = await front("localhost");
  const ended = await spawnCommand(["doctor"], {
    cwd: tmpdir(),
    env: { ...env, PUBLIC_URL: proxy.origin },
  });
  expect(ended.code).toBe(1);
  expect(ended.stdout).toMatch(/^fault +address +PUBLIC_URL +nobody known vouches.*→.*chain$/m);
  expect(ended.stdout).toMatch(/^skipped +address +certificate/m);
});

test.each<[Certificate, string]>([
  ["expired", "the certificate has expired"],
  ["elsewhere", "the certificate is for another name than localhost"],
])("a certificate that is for %s", async (certificate, tells) => {
  await using proxy = await front(certificate);
  const report = await look(proxy.origin);
  expect(report.code).toBe(1);
  expect(report.of("address", "PUBLIC_URL")).toMatchObject({ status: "fault", tells });
});

test.each<[daysLeft: number, status: string]>([
  [15.5, "ok"],
  [13.5, "hint"],
])("a certificate that ends in %f days", async (daysLeft, status) => {
  await using proxy = await front("localhost");
  const ends = Date.parse("2120-01-01T00:00:00Z");
  const clock = { ...systemClock, now: () => ends - daysLeft * 86_400_000 };
  const { config } = readConfig({ ...env, PUBLIC_URL: proxy.origin });
  const [, publicUrl, certificate] = addressArea(config, clock).checks;
  expect(await publicUrl?.run()).toMatchObject({ status: "ok" });
  expect(await certificate?.run()).toMatchObject({
    status,
    tells: expect.stringContaining(`${Math.floor(daysLeft)} more days`),
  });
});

test("an unknown host name", async () => {
  // Too long for a name: no resolver is asked for it.
  const name = `${"x".repeat(64)}.invalid`;
  const found = (await look(`https://${name}`)).of("address", "PUBLIC_URL");
  expect(found).toMatchObject({
    status: "fault",
    tells: expect.stringContaining(`the name ${name} isn't known`),
  });
});

test("a closed port, or one without TLS", async () => {
  const silent = (await silentOrigin()).replace("http://127.0.0.1", "https://localhost");
  expect((await look(silent)).of("address", "PUBLIC_URL").tells).toContain("nothing listens");
  const plain = origin.replace("http://127.0.0.1", "https://localhost");
  expect((await look(plain)).of("address", "PUBLIC_URL")).toMatchObject({
    status: "fault",
    tells: expect.stringContaining("no TLS connection"),
  });
});

test.each<[what: string, status: number, body: string]>([
  ["a proxy without its bot", 502, "<h1>Bad Gateway</h1>"],
  ["another site", 200, "<h1>Welcome</h1>"],
])("%s answers there", async (_what, status, body) => {
  answer = (_request, response) => response.writeHead(status).end(body);
  await using proxy = await front("localhost");
  const report = await look(proxy.origin);
  expect(report.code).toBe(1);
  expect(report.of("address", "PUBLIC_URL")).toMatchObject({
    status: "fault",
    tells: expect.stringContaining(`(${status} at /healthz)`),
  });
});

test("a server that doesn't respond ends in a timeout", async () => {
  const asked = Promise.withResolvers<void>();
  answer = () => asked.resolve();
  const clock = manualClock();
  const { config } = readConfig({ ...env, PUBLIC_URL: origin });
  const [, publicUrl] = addressArea(config, clock).checks;
  const found = publicUrl?.run();
  await asked.promise;
  clock.turn(5000);
  await expect(found).rejects.toThrow("no answer within 5000 ms");
});

test("plain http is accepted only with the embedded LINE", async () => {
  expect((await look(origin)).of("address", "PUBLIC_URL").status).toBe("ok");
  expect((await look(origin)).of("address", "certificate").status).toBe("skipped");
  const report = await examine({
    ...env,
    PUBLIC_URL: origin,
    LINE_CHANNEL_SECRET: "a-secret",
    LINE_CHANNEL_ACCESS_TOKEN: "a-token",
    LINE_API_BASE_URL: await silentOrigin(),
  });
  expect(report.of("address", "PUBLIC_URL")).toMatchObject({
    status: "fault",
    remedy: expect.stringContaining("https"),
  });
});

test.each<[status: number, found: string]>([
  [200, "ok"],
  [503, "fault"],
])("the bot's own port answers %i to /readyz", async (status, found) => {
  answer = ({ url }, response) => response.writeHead(url === "/readyz" ? status : 404).end("{}");
  const report = await examine({ ...env, PORT: new URL(origin).port });
  expect(report.of("address", "bot").status).toBe(found);
});
