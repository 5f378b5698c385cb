import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/fail-on-console.ts"],
    // Only for what hangs: on a busy machine everything takes its time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
