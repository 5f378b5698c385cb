/** Pagination: lists are read completely whatever the platform says about its pages, and an incomplete list is never reported as complete. */
import { describe, expect, test } from "vitest";
import { readList } from "../../src/loyalty/read-list.ts";

interface Requested {
  page?: number;
  size?: number;
}

const rowsFrom = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ uuid: String(from + index) }));

/** A platform whose pages are made by `cut`, and which echoes the requested size. */
function platform(
  cut: (requested: Required<Requested>, call: number) => { uuid: string }[],
  total: (call: number) => number,
) {
  const requested: Required<Requested>[] = [];
  return {
    requested,
    call: async ({ page = 1, size = 20 }: Requested) => {
      requested.push({ page, size });
      const call = requested.length;
      return { pagination: { total: total(call), page, size }, data: cut({ page, size }, call) };
    },
  };
}

const sliced = (count: number, cap: number) => {
  const all = rowsFrom(count);
  return platform(
    ({ page, size }) => all.slice((page - 1) * Math.min(size, cap), page * Math.min(size, cap)),
    () => count,
  );
};

describe("a list", () => {
  test.each([0, 1, 100])("of %i rows takes one call", async (count) => {
    const { call, requested } = sliced(count, 100);
    expect(await readList(call, {})).toEqual({ rows: rowsFrom(count), isComplete: true });
    expect(requested).toEqual([{ page: 1, size: 100 }]);
  });

  test("of several pages is complete, with each row once", async () => {
    const { call, requested } = sliced(460, 100);
    expect(await readList(call, {})).toEqual({ rows: rowsFrom(460), isComplete: true });
    expect(requested).toHaveLength(5);
  });

  test("of a platform with smaller pages than it states is complete", async () => {
    const { call } = sliced(95, 20);
    expect(await readList(call, {})).toEqual({ rows: rowsFrom(95), isComplete: true });
  });

  test("of a platform that skips by the requested size and returns fewer rows is complete", async () => {
    const all = rowsFrom(60);
    const { call } = platform(
      ({ page, size }) => all.slice((page - 1) * size).slice(0, Math.min(size, 20)),
      () => 60,
    );
    expect(await readList(call, {})).toEqual({ rows: all, isComplete: true });
  });

  test("longer than the page limit is incomplete", async () => {
    const { call, requested } = sliced(501, 100);
    expect(await readList(call, {})).toMatchObject({ isComplete: false });
    expect(requested).toHaveLength(5);
  });

  test("of a platform that repeats its first page is incomplete", async () => {
    const { call, requested } = platform(
      () => rowsFrom(20),
      () => 40,
    );
    expect(await readList(call, {})).toEqual({ rows: rowsFrom(20), isComplete: false });
    expect(requested).toHaveLength(5);
  });

  test("with a total but no rows is incomplete", async () => {
    const { call } = platform(
      () => [],
      () => 3,
    );
    expect(await readList(call, {})).toEqual({ rows: [], isComplete: false });
  });

  test("may end with an empty page", async () => {
    const { call } = platform(
      ({ page }) => (page === 1 ? rowsFrom(2) : []),
      () => 1250,
    );
    expect(await readList(call, {})).toEqual({ rows: rowsFrom(2), isComplete: true });
  });

  test("that changes between two pages is read again, since a row may have been skipped", async () => {
    // Row 0 is removed after the first page was read: row 100 is on the first page then.
    const { call, requested } = platform(
      ({ page }, number) =>
        rowsFrom(150)
          .slice(number === 1 ? 0 : 1)
          .slice((page - 1) * 100, page * 100),
      (number) => (number === 1 ? 150 : 149),
    );
    expect(await readList(call, {})).toEqual({ rows: rowsFrom(149, 1), isComplete: true });
    expect(requested.map(({ page }) => page)).toEqual([1, 2, 1, 2]);
  });

  test("that keeps changing is incomplete", async () => {
    const { call, requested } = platform(
      ({ page }) => rowsFrom(100, page * 100),
      (number) => 300 + number,
    );
    expect((await readList(call, {})).isComplete).toBe(false);
    expect(requested).toHaveLength(5);
  });

  test("is read only until there are enough rows", async () => {
    const { call, requested } = sliced(400, 100);
    const list = await readList(call, {}, { enough: (rows) => rows.length > 150 });
    expect(list).toEqual({ rows: rowsFrom(200), isComplete: false });
    expect(requested).toHaveLength(2);
  });
});
