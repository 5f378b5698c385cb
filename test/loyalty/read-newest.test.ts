/** The newest rows of a list: all of them, or a part with the time since when it is known. */
import { describe, expect, test } from "vitest";
import { LoyaltyError } from "../../src/loyalty/errors.ts";
import { exactMomentOf } from "../../src/loyalty/platform-time.ts";
import { readNewest, type KnownPart } from "../../src/loyalty/read-list.ts";

interface Row {
  uuid: string;
  owner: string;
  at: string;
}

const hourMs = 3_600_000;
const start = Date.parse("2026-11-23T05:00:00Z");
const row = (age: number, owner: string): Row => ({
  uuid: `${owner}${age}`,
  owner,
  at: new Date(start - age * hourMs).toISOString(),
});
/** Twenty rows, newest first; every seventh is ours. */
const rows = Array.from({ length: 20 }, (_, age) => row(age, age % 7 === 3 ? "ours" : "theirs"));

/** @param options `listed`: the platform's list, in its order. `maxPages` of four rows. */
function read(options: {
  listed?: readonly Row[];
  maxPages?: number;
  needed?: number;
  part?: KnownPart<Row> | null;
  failure?: Error;
}) {
  const { listed = rows, maxPages = 9, needed = 9, part, failure } = options;
  const size = 4;
  const calls: number[] = [];
  const call = async ({ page = 1 }: { page?: number; size?: number }) => {
    calls.push(page);
    if (failure) throw failure;
    const data = listed.slice((page - 1) * size, page * size);
    return { pagination: { total: listed.length, page, size }, data };
  };
  const done = readNewest<{ page?: number; size?: number }, Row>(
    call,
    {},
    {
      operation: "getTransaction",
      isWanted: ({ owner }) => owner === "ours",
      timeOf: ({ at }) => exactMomentOf(at),
      needed,
      maxPages,
      ...(part !== undefined && { knownPart: async () => part }),
    },
  );
  return { done, calls };
}

const ages = (found: { rows: readonly Row[] } | null) =>
  found?.rows.map(({ at }) => (start - Date.parse(at)) / hourMs);

describe("of the platform's list", () => {
  test.each([
    ["newest first", rows],
    ["oldest first", rows.toReversed()],
  ])("nothing is missing where it was read to its end, %s", async (_, listed) => {
    const found = await read({ listed }).done;
    expect(found?.since).toBeNull();
    expect(ages(found)).toEqual([3, 10, 17]);
  });

  test("read in part, newest first, it is known since its last row", async () => {
    const found = await read({ maxPages: 3 }).done;
    expect(ages(found)).toEqual([3, 10]);
    expect(found?.since).toBe(start - 11 * hourMs);
  });

  test("of nobody's rows so far, too", async () => {
    const found = await read({
      listed: rows.filter(({ owner }) => owner === "theirs"),
      maxPages: 1,
    }).done;
    expect(found).toEqual({ rows: [], since: start - 4 * hourMs });
  });

  test("nothing is missing from as many as are needed", async () => {
    const found = await read({ needed: 2 }).done;
    expect(found?.since).toBeNull();
    expect(ages(found)).toEqual([3, 10]);
  });

  test("nothing is known where it was read in part, in another order", async () => {
    expect(await read({ listed: rows.toReversed(), maxPages: 3 }).done).toBeNull();
  });
});

describe("beside a part that is known", () => {
  const outage = new LoyaltyError("UNAVAILABLE", "down", { operation: "getTransaction" });
  const part = { rows: [row(3, "ours")], since: start - 5 * hourMs };

  test("the platform's list stands above it where nothing is missing, or less", async () => {
    expect(ages(await read({ part }).done)).toEqual([3, 10, 17]);
    expect((await read({ part, maxPages: 3 }).done)?.since).toBe(start - 11 * hourMs);
  });

  test.each([
    ["lists another order", { listed: rows.toReversed(), maxPages: 3 }],
    ["lists less", { maxPages: 1 }],
    ["fails", { failure: outage }],
  ])("the part is shown where the platform %s", async (_, options) => {
    expect(await read({ ...options, part }).done).toEqual(part);
  });

  test("the platform isn't asked for what the part has", async () => {
    const { done, calls } = read({ part, needed: 1 });
    expect(await done).toEqual({ rows: part.rows, since: null });
    expect(calls).toEqual([]);
  });

  test("without one, the platform's failure is told, and a fault of the bot always is", async () => {
    await expect(read({ failure: outage }).done).rejects.toBe(outage);
    await expect(read({ failure: outage, part: null }).done).rejects.toBe(outage);
    const fault = new TypeError("a fault");
    await expect(read({ failure: fault, part }).done).rejects.toBe(fault);
  });
});
