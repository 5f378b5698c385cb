/** What the doctor saw counts for the platform at which it was seen. */
import { expect, test } from "vitest";
import { openObservations } from "../../src/app/connect-services.ts";
import { createLog } from "../../src/observability/log.ts";

test("what was seen of a platform at another address doesn't count", async () => {
  const baseUrl = "https://core.example/api";
  const seen = { baseUrl, seenAt: 1, findsLineIds: false, operations: {} };
  const settings = { get: async () => JSON.stringify(seen) };
  const log = createLog("silent");
  const here = await openObservations({ settings, baseUrl, log });
  expect(here.current()).toEqual(seen);
  const elsewhere = await openObservations({ settings, baseUrl: "https://other.example", log });
  expect(elsewhere.current()).toBeNull();
});
