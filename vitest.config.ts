/** The projects of the test suite: `npx vitest run --project unit` runs one of them. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** Folders by what their tests start; everything else is a unit test. */
const folders = {
  browser: ["test/studio/browser/**/*.test.ts"],
  postgres: [
    "test/store/conformance/postgres.test.ts",
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
/**
 * With `TEST_PLATFORMS=all` every story of members and staff runs again on a strict, a loose and a slow embedded
 * platform, a new one too, but for these: what they test doesn't depend on it.
 */
const onOnePlatform = {
  "of marketers and operators": [
    "dev-channel",
    "metrics",
    "published-messages",
    "publishing",
    "statistics",
    "studio-log-in",
  ],
  "with a platform or a proxy of its own, some strict and loose": [
    "api-version",
    "card-facts",
    "learned-platform",
    "ledger-mirror",
    "limits",
    "loose-lists",
    "loose-search",
    "member-index",
    "pages",
    "staff-partly",
    "staff-sends",
  ],
  "with injected faults or limits, whose moments a slow or a stricter platform would shift": [
    "credentials",
    "limited-platform",
    "platform-failures",
    "redeem-faults",
    "staff-failures",
    "staff-not-idempotent",
  ],
  "of replies without the platform": [
    "brand",
    "mark-as-read",
    "rate-limit",
    "small-talk",
    "standby",
    "unknown-messages",
  ],
  "of what comes before the platform's answer: rights, the reading of photos and codes, menus": [
    "member-code",
    "rich-menus",
    "staff-photos",
    "staff-roles",
  ],
};
/**
 * They make all their calls in one world, where a slow platform answers one in 25 too late. Which one changes with every
 * call more; what is said then is the matter of `redeem-faults`.
 */
const ofManyCalls = ["redeem", "rewards", "staff-redeem", "staff-reward"];
/** Of each behaviour, stories that it doesn't suit. */
const behaviours = { strict: [], loose: [], slow: ofManyCalls };
/** Their replies depend most on what the platform lists; of the longer ones only those that no other tells as well. */
const readingLists = ["history", "member", "next-steps", "staff-cashier-points", "staff-results"];
const mixedLists = [
  "groups",
  "onboarding",
  "rewards",
  "staff-answers",
  "staff-names",
  "staff-redeem",
];
/** What runs at each `npm test`, since CI has ten minutes; `TEST_PLATFORMS=all` runs all that the platform suits. */
const atEachTest = (behaviour: string): string[] =>
  behaviour === "loose" ? readingLists.concat(mixedLists) : readingLists;
const storiesOn = (behaviour: string): string[] =>
  process.env["TEST_PLATFORMS"] === "all"
    ? ["test/stories/**/*.test.ts"]
    : atEachTest(behaviour).map((story) => `test/stories/${story}.test.ts`);
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
    projects: [
      // Pages of the studio in the one Chromium that the project launches.
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
      ...Object.entries(behaviours).map(([behaviour, without]) =>
        project(`story-${behaviour}`, storiesOn(behaviour), {
          ...failOnLeaks,
          ...sharedModules,
          exclude: [
            ...configDefaults.exclude,
            ...Object.values(onOnePlatform)
              .flat()
              .concat(without)
              .map((story) => `test/stories/${story}.test.ts`),
          ],
          env: { PLATFORM_BEHAVIOUR: behaviour },
        }),
      ),
      project("unit", ["test/**/*.test.ts"], {
        ...failOnLeaks,
        ...sharedModules,
        exclude: [...configDefaults.exclude, ...Object.values(folders).flat()],
      }),
    ],
  },
});
