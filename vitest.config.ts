/** The projects of the test suite: `npx vitest run --project unit` runs one of them. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** Folders by what their tests start; everything else is a unit test. */
const folders = {
  browser: ["test/http/browser/**/*.test.ts", "test/studio/browser/**/*.test.ts"],
  postgres: [
    "test/store/conformance/postgres.test.ts",
    "test/store/engines/**/*.test.ts",
    "test/store/postgres/**/*.test.ts",
    "test/soak/**/*.test.ts",
  ],
  process: [
    "test/process/**/*.test.ts",
    "test/cli/**/*.test.ts",
    "test/docs/commands.test.ts",
    "test/emulators/loyalty/kill.test.ts",
    "test/rich-menu/command.test.ts",
  ],
  story: ["test/stories/**/*.test.ts", "test/orders/**/*.test.ts", "test/fuzz/**/*.test.ts"],
};
const failOnLeaks = { setupFiles: ["test/support/fail-on-leaks.ts"] };
/** Modules are loaded once for a worker instead of once for a file, for a third of the CPU. */
const sharedModules = { isolate: false };

/** Workers, and programs that tests start, compile nothing twice: the CLI starts in 0.5 s of CPU instead of 1. */
process.env["NODE_COMPILE_CACHE"] = join(
  import.meta.dirname,
  "node_modules/.cache/compiled-for-tests",
);

const project = (name: string, include: string[], options: object) => ({
  extends: true as const,
  test: { name, include, ...options },
});

export default defineConfig({
  test: {
    setupFiles: ["test/support/fail-on-console.ts"],
    // Node imports and strips the sources itself, as in production.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Processes, browsers and real time leave a core idle now and then.
    maxWorkers: availableParallelism() + 2,
    // Only for what hangs: on a busy machine everything takes its time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // Pages of the bot in the one Chromium that the project launches.
      project("browser", folders.browser, {
        ...sharedModules,
        globalSetup: "test/support/launch-browser.ts",
      }),
      // A store on the one Postgres server that the project starts.
      project("postgres", folders.postgres, {
        ...failOnLeaks,
        ...sharedModules,
        globalSetup: "test/support/start-postgres.ts",
      }),
      // The bot or a command as a process of its own, in real time; some trust certificates of the tests.
      project("process", folders.process, { ...failOnLeaks, ...sharedModules }),
      // The whole bot between its emulators, with a clock that the test turns.
      project("story", folders.story, { ...failOnLeaks, ...sharedModules }),
      project("unit", ["test/**/*.test.ts"], {
        ...failOnLeaks,
        ...sharedModules,
        exclude: [...configDefaults.exclude, ...Object.values(folders).flat()],
      }),
    ],
  },
});
