/** Checks the Dockerfile, compose.yaml and the Caddy site against the program. They aren't built here. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../src/config/config.ts";
import { command, copied, dockerfile, environment, instructions } from "../support/dockerfile.ts";

const root = join(import.meta.dirname, "../..");
const readText = (file: string) => readFileSync(join(root, file), "utf8");
const { scripts, dependencies } = JSON.parse(readText("package.json")) as {
  scripts: { start: string };
  dependencies: Record<string, string>;
};

interface Service {
  environment: Record<string, string>;
  env_file?: string;
  volumes: string[];
  ports?: string[];
  read_only: boolean;
  cap_drop: string[];
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
}
const compose = parse(readText("compose.yaml"), { merge: true }) as {
  services: Record<"bot" | "proxy", Service>;
  volumes: object;
};
const { bot, proxy } = compose.services;

test("the Dockerfile has no faults", () => {
  expect(validate(dockerfile)).toEqual([]);
});

test("the image has the Node of package.json in each stage, and starts the bot as npm start does", () => {
  const images = instructions("FROM").map((from) => from.split(" ")[0]);
  expect(images).toHaveLength(2);
  expect(new Set(images)).toEqual(new Set([`node:${dependencies["node"]}-slim`]));
  expect(command.join(" ")).toBe(scripts.start);
});

test("only production dependencies are installed, and neither stage runs anything of theirs as root", () => {
  const stages = dockerfile.split(/^FROM /m).slice(1);
  expect(stages[0]).toMatch(/^USER node$[^]*^RUN npm ci --omit=dev --ignore-scripts$/m);
  expect(stages.at(-1)?.match(/^USER .*$/gm)).toEqual(["USER node"]);
  expect(stages.at(-1)).toMatch(/^USER node$[^]*^CMD /m);
});

test("everything that is copied exists, and nothing else gets into the build", () => {
  for (const path of copied) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  const ignored = readText(".dockerignore")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  expect(ignored[0]).toBe("*");
  const allowed = ignored.slice(1).map((line) => line.slice(1));
  expect(allowed.toSorted()).toEqual([...new Set(copied)].toSorted());
});

test("the image's environment is the bot's, and compose sets the same above .env", () => {
  const { config } = readConfig({ ...environment, STUDIO: "off" });
  expect(config).toMatchObject({ host: "0.0.0.0", port: 3000, dataDir: "/data" });
  const { HOST, PORT, DATA_DIR } = environment;
  expect(bot.environment).toEqual({ HOST, PORT, DATA_DIR });
  expect(bot.env_file).toBe(".env");
});

test("compose keeps the data, publishes only the proxy, and lets the bot stop in time", () => {
  expect(instructions("VOLUME")).toEqual(["/data"]);
  expect(bot.volumes).toEqual(["data:/data"]);
  expect(bot.ports).toBeUndefined();
  expect(proxy.ports).toEqual(["80:80", "443:443"]);
  expect(proxy.depends_on).toEqual({ bot: { condition: "service_healthy" } });
  for (const { read_only, cap_drop } of [bot, proxy]) {
    expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ["ALL"] });
  }
  expect(Number.parseInt(bot.stop_grace_period ?? "", 10)).toBeGreaterThan(10);
  const mounted = [...bot.volumes, ...proxy.volumes].map((volume) => volume.split(":")[0] ?? "");
  const files = mounted.filter((source) => source.startsWith("./"));
  const volumes = mounted.filter((source) => !source.startsWith("./"));
  expect(volumes.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
  for (const file of files) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
});

test("the Caddy site forwards what the nginx site does", () => {
  const caddy = readText("docs/deploy/Caddyfile");
  const nginx = readText("docs/deploy/nginx.conf");
  const paths = [...nginx.matchAll(/location (?:= )?(\/\S*) \{[^}]*proxy_pass/g)].map(
    ([, path = ""]) => (path.endsWith("/") ? `${path}*` : path),
  );
  expect(/@public path (.*)/.exec(caddy)?.[1]?.split(" ")).toEqual(paths);
  expect(caddy).toContain(`reverse_proxy bot:${environment["PORT"]} {`);
  expect(caddy).toMatch(/handle \{\s*respond 404\s*\}/);
  expect(proxy.environment).toHaveProperty("PUBLIC_URL");
  expect(caddy).toContain("{$PUBLIC_URL} {");
});
