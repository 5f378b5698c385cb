/** A world whose platform differs from the contract as a test says, and the doctor that learns it. */
import { dirname } from "node:path";
import { doctor } from "../../src/cli/doctor.ts";
import type { Assumption } from "../../src/cli/doctor/assumptions/assumption.ts";
import { createProxy, type ProxyHooks } from "./proxy.ts";
import { createWorld, type World } from "./world.ts";

export interface LearningWorld extends AsyncDisposable {
  world: World;
  /** Path and query of each call since the platform was last learnt. */
  calls: string[];
  /** Makes the platform differ. */
  differ(hooks: ProxyHooks): void;
  /** Runs `doctor --learn`, and lets the bot take what was learnt. */
  learn(): Promise<Assumption[]>;
}

/** @param env additional environment variables of the bot and the doctor. */
export async function createLearningWorld(
  env: Record<string, string> = {},
): Promise<LearningWorld> {
  await using stack = new AsyncDisposableStack();
  let target = "";
  let change: ProxyHooks = {};
  const calls: string[] = [];
  const proxy = stack.use(
    await createProxy(() => target, {
      hooks: {
        before(request) {
          calls.push(request.url.pathname + request.url.search);
          change.before?.(request);
        },
        after: (request, answer) => change.after?.(request, answer),
      },
    }),
  );
  let connection: Record<string, string> = {};
  const world = stack.use(
    await createWorld(
      (platform) => {
        target = new URL(platform.baseUrl).origin;
        const [business] = platform.credentials.businesses;
        connection = {
          CONNECT_BASE_URL: `${proxy.origin}/api`,
          CONNECT_BUSINESS_CODE: business?.code ?? "",
          CONNECT_API_KEY: business?.api_key ?? "",
          CONNECT_API_SECRET: business?.api_secret ?? "",
          STUDIO: "off",
          ...env,
        };
        return connection;
      },
      { asReal: true },
    ),
  );
  const running = stack.move();
  return {
    world,
    calls,
    differ: (hooks) => void (change = hooks),
    async learn() {
      const lines: string[] = [];
      await doctor.run(["--learn", "--json"], {
        environment: {
          ...connection,
          DATA_DIR: dirname(world.storeFile),
          PORT: "0",
          EMBEDDED_LINE_PORT: "0",
        },
        print: (...more) => void lines.push(...more),
        stop: new AbortController().signal,
      });
      const report = JSON.parse(lines.join("\n")) as {
        assumptions: Assumption[];
        learned: { done: boolean; tells: string };
      };
      if (!report.learned.done) throw new Error(report.learned.tells);
      await world.advanceTime(5000);
      calls.length = 0;
      return report.assumptions;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
