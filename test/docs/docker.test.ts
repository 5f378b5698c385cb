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
  scripts: { start: string; prepare: string };
  dependencies: Record<string, string>;
};

interface Service {
  profiles: string[];
  image: string;
  tmpfs: string[];
  command?: string[];
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
  services: Record<
    "bot" | "proxy" | "replica-1" | "replica-2" | "replicas-proxy" | "postgres",
    Service
  >;
  volumes: object;
  networks: { default: { ipam: { config: { subnet: string }[] } } };
};
const { bot, proxy, postgres } = compose.services;
const replicas = [compose.services["replica-1"], compose.services["replica-2"]];
const replicasProxy = compose.services["replicas-proxy"];

test("the Dockerfile has no faults", () => {
  expect(validate(dockerfile)).toEqual([]);
});

test("the image has the Node of package.json in each stage, and starts the bot as npm start does", () => {
  const images = instructions("FROM").map((from) => from.split(" ")[0]);
  expect(images).toHaveLength(2);
  expect(new Set(images)).toEqual(new Set([`node:${dependencies["node"]}-slim`]));
  expect(command.join(" ")).toBe(scripts.start.replace("exec ", ""));
});

test("the image gets the page and production dependencies only, and neither stage runs anything of theirs as root", () => {
  const stages = dockerfile.split(/^FROM /m).slice(1);
  expect(stages[0]).toMatch(/^USER node$[^]*^RUN npm ci --ignore-scripts$/m);
  const built = scripts.prepare;
  expect(stages[0]).toContain(`RUN ${built} && npm prune --omit=dev --ignore-scripts\n`);
  for (const folder of ["node_modules", "built"]) {
    expect(stages[1]).toContain(`COPY --from=build /home/node/${folder} ./${folder}\n`);
  }
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
  const { TRUSTED_PROXIES } = bot.environment;
  expect(bot.environment).toEqual({ HOST, PORT, DATA_DIR, TRUSTED_PROXIES });
  expect(bot.env_file).toBe(".env");
});

test("the bots of compose believe the proxy of their network who its clients are, and nobody else", () => {
  const [network] = compose.networks.default.ipam.config;
  for (const { environment: set } of [bot, ...replicas]) {
    const { config } = readConfig({ ...environment, ...set, STUDIO: "off", DATABASE_URL: "" });
    expect(config.trustedProxies).toEqual([network?.subnet]);
  }
});

test("compose keeps the data, publishes only the proxy, and lets the bot stop in time", () => {
  expect(instructions("VOLUME")).toEqual(["/data"]);
  expect(bot.volumes).toEqual(["data:/data"]);
  expect(bot.ports).toBeUndefined();
  expect(proxy.ports).toEqual(["80:80", "443:443"]);
  expect(proxy.depends_on).toEqual({ bot: { condition: "service_healthy" } });
  for (const { read_only, cap_drop } of Object.values(compose.services)) {
    expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ["ALL"] });
  }
  expect(Number.parseInt(bot.stop_grace_period ?? "", 10)).toBeGreaterThan(10);
  const mounted = Object.values(compose.services).flatMap(({ volumes }) =>
    volumes.map((volume) => volume.split(":")[0] ?? ""),
  );
  const files = mounted.filter((source) => source.startsWith("./"));
  const volumes = mounted.filter((source) => !source.startsWith("./"));
  expect([...new Set(volumes)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
  for (const file of files) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
});

const profileOf = (name: string) =>
  Object.entries(compose.services).find(([one]) => one === name)?.[1].profiles;

test("each service belongs to one profile, and depends on services of its own", () => {
  expect([bot, proxy].map(({ profiles }) => profiles)).toEqual([["single"], ["single"]]);
  for (const { profiles, depends_on = {} } of Object.values(compose.services)) {
    expect(profiles).toHaveLength(1);
    for (const [name, { condition }] of Object.entries(depends_on)) {
      expect([profileOf(name), condition]).toEqual([profiles, "service_healthy"]);
    }
  }
});

test("both replicas are the image of the single bot, on the database of their profile", () => {
  for (const replica of replicas) {
    const { profiles, depends_on, command: started, environment: set, ...others } = replica;
    const { volumes, tmpfs, ...rest } = others;
    const { profiles: _, environment: base, volumes: _data, tmpfs: _tmp, ...of } = bot;
    expect(rest).toEqual(of);
    // As the page says, and otherwise as the single one.
    expect(readText("docs/scaling.md")).toContain(`\`node_modules/.bin/${started?.join(" ")}\``);
    expect(started?.at(-1)).toBe(command.at(-1));
    expect(set).toMatchObject(base);
    const { config, secrets } = readConfig({
      ...environment,
      ...set,
      DATABASE_URL: set["DATABASE_URL"]?.replace("${POSTGRES_PASSWORD:-}", "secret"),
    });
    expect(config.studio).toBe(false);
    const { username, password, hostname, pathname } = new URL(secrets.databaseUrl ?? "");
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = postgres.environment;
    expect([username, pathname.slice(1), password]).toEqual([POSTGRES_USER, POSTGRES_DB, "secret"]);
    expect(POSTGRES_PASSWORD).toBe("${POSTGRES_PASSWORD:-}");
    expect(Object.keys(depends_on ?? {})).toEqual([hostname]);
    expect(profiles).toEqual(postgres.profiles);
    // The volume of the single bot is not theirs.
    expect({ volumes, tmpfs }).toEqual({ volumes: [], tmpfs: ["/tmp", "/data"] });
  }
});

test("the replicas' database is published to nobody, keeps its data, and gets none of the bot's secrets", () => {
  expect(postgres).not.toHaveProperty("ports");
  expect(postgres).not.toHaveProperty("env_file");
  expect(postgres.volumes).toEqual(["database:/var/lib/postgresql/data"]);
  expect(Number(/^postgres:(\d+)/.exec(postgres.image)?.[1])).toBeGreaterThanOrEqual(14);
});

/** What two Caddy sites have in common that differ in what they forward to. */
const common = (site: string) =>
  site
    .split("\n")
    .filter((line) => !/#|reverse_proxy|lb_|health_/.test(line))
    .join("\n");

test("the replicas' site is the single bot's without the studio, and checks their health", () => {
  const single = readText("docs/deploy/Caddyfile");
  const several = readText("docs/deploy/Caddyfile.replicas");
  expect(replicasProxy.volumes[0]).toContain("./docs/deploy/Caddyfile.replicas:");
  const { profiles: _, depends_on, volumes: _ours, ...rest } = replicasProxy;
  const { profiles: _single, depends_on: _bot, volumes: _its, ...of } = proxy;
  expect(rest).toEqual(of);
  expect(Object.keys(depends_on ?? {})).toEqual(["replica-1"]);
  const upstreams = replicas.map(
    (_replica, index) => `replica-${index + 1}:${environment["PORT"]}`,
  );
  expect(several).toContain(`reverse_proxy ${upstreams.join(" ")} {`);
  expect(several).toContain("health_uri /readyz\n");
  expect(common(several)).toBe(common(single).replace(" /studio/*", ""));
});

test("the Caddy sites pass on whole bodies of the size that a webhook may have", () => {
  for (const file of ["Caddyfile", "Caddyfile.replicas"]) {
    const site = readText(`docs/deploy/${file}`);
    expect(site).toMatch(/^\t\tmax_size 1MiB$/m);
    expect(site).toMatch(/^\t\t\trequest_buffers 1MiB$/m);
  }
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
