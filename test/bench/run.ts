/** The benchmark: this bot and its peers under the same load, in alternation, in one run. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figures, Order } from "./load.ts";

const secret = "bench-secret";
const ports = { sink: 39_001, server: 39_002 };
const here = import.meta.dirname;

interface Contestant {
  name: string;
  start(dir: string): ChildProcess;
}

const file = (name: string) => join(here, name);
const echo = (name: string, script: string): Contestant => ({
  name,
  start: () => fork(file(script), [String(ports.server), secret, `http://127.0.0.1:${ports.sink}`]),
});

const bot: Contestant = {
  name: "this bot",
  start: (dir) =>
    fork(file("bot.ts"), {
      env: {
        ...process.env,
        HOST: "127.0.0.1",
        PORT: String(ports.server),
        DATA_DIR: dir,
        LOG_LEVEL: "warn",
        LINE_CHANNEL_SECRET: secret,
        LINE_CHANNEL_ACCESS_TOKEN: "t",
        LINE_API_BASE_URL: `http://127.0.0.1:${ports.sink}`,
        CONNECT_BASE_URL: `http://127.0.0.1:${ports.sink}/api`,
        CONNECT_BUSINESS_CODE: "BENCH",
        CONNECT_API_KEY: "k",
        CONNECT_API_SECRET: "s",
        MEMBER_CACHE_TTL_S: "3600",
        STUDIO: "off",
      },
    }),
};

/** CPU seconds of a process so far, and its resident memory in MB. */
function usage(pid: number): { cpu: number; memory: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { cpu: ticks / 100, memory: Number(memory) / 1024 };
}

async function ready(child: ChildProcess): Promise<ChildProcess> {
  await once(child, "message");
  return child;
}

async function measure(contestant: Contestant, load: ChildProcess, orders: Partial<Order>[]) {
  const dir = mkdtempSync(join(tmpdir(), "bench-"));
  const server = await ready(contestant.start(dir));
  const results = [];
  for (const order of orders) {
    const before = usage(server.pid ?? 0);
    load.send({
      port: ports.server,
      path: "/webhook",
      secret,
      sinkPort: ports.sink,
      events: 20_000,
      senders: 10_000,
      connections: 64,
      rate: null,
      burst: false,
      ...order,
    } satisfies Order);
    const [figures] = (await once(load, "message")) as [Figures];
    const after = usage(server.pid ?? 0);
    results.push({ figures, cpu: after.cpu - before.cpu, memory: after.memory });
  }
  server.kill("SIGKILL");
  await once(server, "exit");
  rmSync(dir, { recursive: true });
  return results;
}

const sink = await ready(fork(file("sink.ts"), [String(ports.sink)]));
const load = await ready(fork(file("load.ts")));
for (const contestant of [
  echo("SDK echo", "sdk-echo.ts"),
  bot,
  echo("SDK echo", "sdk-echo.ts"),
  bot,
]) {
  const results = await measure(contestant, load, [
    { events: 5000 },
    { events: 20_000 },
    { events: 10_000, rate: 1000 },
  ]);
  for (const { figures, cpu, memory } of results) {
    process.stdout.write(
      `${contestant.name} ${JSON.stringify({
        perSecond: Math.round(figures.replies / figures.seconds),
        cpuMicros: Math.round((cpu / figures.acknowledged) * 1e6),
        memory: Math.round(memory),
        ...figures,
      })}\n`,
    );
  }
}
sink.kill();
load.kill();
