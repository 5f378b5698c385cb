/** The projects of the test suite: `npx vitest run --project unit` runs one of them. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** Folders by what their tests start; everything else is a unit test. */
const projects = {
  /** Pages of the studio in the one Chromium that the project launches. */
  browser: ["test/studio/browser/**/*.test.ts"],
  /** The bot or another program as a process of its own, in real time. */
  process: ["test/process/**/*.test.ts", "test/cli/**/*.test.ts"],
  /** The whole bot between its emulators, with a clock that the test turns. */
  story: ["test/stories/**/*.test.ts", "test/orders/**/*.test.ts", "test/fuzz/**/*.test.ts"],
};

export default defineConfig({
  test: {
    setupFiles: ["test/support/fail-on-console.ts"],
    // Programs that tests start compile nothing twice: the command line starts in 0.5 s of CPU instead of 1.
    env: {
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled-for-tests"),
    },
    // Processes, browsers and real time leave a core idle now and then.
    maxWorkers: availableParallelism() + 1,
    // Only for what hangs: on a busy machine everything takes its time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      ...Object.entries(projects).map(([name, include]) => ({
        extends: true as const,
        test: {
          name,
          include,
          ...(name === "browser" && { globalSetup: "test/support/launch-browser.ts" }),
        },
      })),
      {
        extends: true,
        test: {
          name: "unit",
          // Modules are loaded once for a worker instead of once for a file, for a third of the CPU.
          isolate: false,
          setupFiles: ["test/support/fail-on-leaks.ts"],
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...Object.values(projects).flat()],
        },
      },
    ],
  },
});
