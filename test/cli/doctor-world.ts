/** What the doctor looks at in tests: a bot in a process of its own, its neighbours behind proxies, and TLS before it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { doctor } from "../../src/cli/doctor.ts";
import { createBotProcess, type BotProcess } from "../support/bot-process.ts";
import { authorityFile, createProxy, type ProxiedResponse, type Proxy } from "../support/proxy.ts";

export interface Diagnosis {
  area: string;
  name: string;
  status: "ok" | "hint" | "fault" | "skipped";
  tells: string;
  remedy?: string;
}

export interface Report {
  code: number;
  faults: number;
  hints: number;
  checks: Diagnosis[];
  /** As it was printed. */
  stdout: string;
  /** @throws when there is no such check. */
  of(area: string, name: string): Diagnosis;
  /** The names of an area's checks that found a fault. */
  faultsOf(area: string): string[];
}

/** Runs the doctor with this environment, and nothing else of one. @param environmentFile looked at, and not read. */
export async function examine(
  environment: Record<string, string>,
  environmentFile?: string,
): Promise<Report> {
  const lines: string[] = [];
  const code = await doctor.run(["--json"], {
    environment,
    ...(environmentFile !== undefined && { environmentFile }),
    print: (...more) => void lines.push(...more),
    stop: new AbortController().signal,
  });
  const stdout = lines.join("\n");
  const report = JSON.parse(stdout) as Pick<Report, "faults" | "hints" | "checks">;
  return {
    ...report,
    code,
    stdout,
    of(area, name) {
      const found = report.checks.find((check) => check.area === area && check.name === name);
      if (!found) throw new Error(`no check ${area}: ${name} in ${stdout}`);
      return found;
    },
    faultsOf: (area) =>
      report.checks
        .filter((check) => check.area === area && check.status === "fault")
        .map(({ name }) => name),
  };
}

export interface Patient extends AsyncDisposable {
  bot: BotProcess;
  line: Proxy;
  platform: Proxy;
  /** What an operator has in `.env`, everything real and sound. */
  env: Record<string, string>;
  /** Straightens the proxies again. */
  straighten(): void;
}

/** This process and its embedded LINE then trust the certificates of tests, as they do a public authority's. */
export function trustTestCertificates(): void {
  setDefaultCACertificates([...getCACertificates("default"), readFileSync(authorityFile, "utf8")]);
}

export async function createPatient(): Promise<Patient> {
  trustTestCertificates();
  await using stack = new AsyncDisposableStack();
  const bot = stack.use(await createBotProcess());
  const front = stack.use(await createProxy(() => bot.origin, { certificate: "localhost" }));
  const line = stack.use(await createProxy(() => bot.line.origin));
  const platform = stack.use(await createProxy(() => new URL(bot.platform.baseUrl).origin));
  const dev = {
    LINE_DEV_CHANNEL_SECRET: "a-dev-channel-secret",
    LINE_DEV_CHANNEL_ACCESS_TOKEN: "a-dev-channel-access-token",
  };
  await bot.start(dev);
  const [business] = bot.platform.credentials.businesses;
  await setWebhook(bot.line.origin, "a-channel-access-token", `${front.origin}/webhook`);
  await setWebhook(bot.line.origin, "a-dev-channel-access-token", `${front.origin}/webhook/dev`);
  const running = stack.move();
  return {
    bot,
    line,
    platform,
    env: {
      HOST: "127.0.0.1",
      PORT: new URL(bot.origin).port,
      PUBLIC_URL: front.origin,
      DATA_DIR: join(bot.dataDir, "bot"),
      LINE_CHANNEL_SECRET: "a-channel-secret",
      LINE_CHANNEL_ACCESS_TOKEN: "a-channel-access-token",
      ...dev,
      LINE_API_BASE_URL: line.origin,
      CONNECT_BASE_URL: `${platform.origin}/api`,
      CONNECT_BUSINESS_CODE: business?.code ?? "",
      CONNECT_API_KEY: business?.api_key ?? "",
      CONNECT_API_SECRET: business?.api_secret ?? "",
    },
    straighten() {
      line.hooks = {};
      platform.hooks = {};
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Tells LINE where to post, as the console does. */
export async function setWebhook(origin: string, token: string, endpoint: string): Promise<void> {
  const { status } = await fetch(`${origin}/v2/bot/channel/webhook/endpoint`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ endpoint }),
  });
  if (status !== 200) throw new Error(`the webhook's address was refused with ${status}`);
}

/** Changes what is in a JSON answer. */
export function bendJson(answer: ProxiedResponse, change: (body: never) => void): void {
  const body = JSON.parse(answer.body) as never;
  change(body);
  answer.body = JSON.stringify(body);
}
