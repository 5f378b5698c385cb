/** Lists are read to their end, whatever a platform says of its pages; what isn't whole is never taken for it. */
import { describe, expect, test } from "vitest";
import { readList } from "../../src/loyalty/paginate.ts";

interface Asked {
  page?: number;
  size?: number;
}

const rowsFrom = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ uuid: String(from + index) }));

/** A platform whose pages are cut by `cut`, and which echoes the size that it was asked for. */
function platform(
  cut: (asked: Required<Asked>, call: number) => { uuid: string }[],
  total: (call: number) => number,
) {
  const asked: Required<Asked>[] = [];
  return {
    asked,
    call: async ({ page = 1, size = 20 }: Asked) => {
      asked.push({ page, size });
      const call = asked.length;
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
    const { call, asked } = sliced(count, 100);
    expect(await readList(call, {})).toEqual({ rows: rowsFrom(count), isWhole: true });
    expect(asked).toEqual([{ page: 1, size: 100 }]);
  });

  test("of several pages is whole, each row once", async () => {
    const { call, asked } = sliced(460, 100);
    expect(await readList(call, {})).toEqual({ rows: rowsFrom(460), isWhole: true });
    expect(asked).toHaveLength(5);
  });

  test("of a platform with smaller pages than it says is whole", async () => {
    const { call } = sliced(95, 20);
    expect(await readList(call, {})).toEqual({ rows: rowsFrom(95), isWhole: true });
  });

  test("of a platform that skips by the size it was asked for, and gives fewer, is whole", async () => {
    const all = rowsFrom(60);
    const { call } = platform(
      ({ page, size }) => all.slice((page - 1) * size).slice(0, Math.min(size, 20)),
      () => 60,
    );
    expect(await readList(call, {})).toEqual({ rows: all, isWhole: true });
  });

  test("longer than what may be read isn't whole", async () => {
    const { call, asked } = sliced(501, 100);
    expect(await readList(call, {})).toMatchObject({ isWhole: false });
    expect(asked).toHaveLength(5);
  });

  test("of a platform that gives its first page again and again isn't whole", async () => {
    const { call, asked } = platform(
      () => rowsFrom(20),
      () => 40,
    );
    expect(await readList(call, {})).toEqual({ rows: rowsFrom(20), isWhole: false });
    expect(asked).toHaveLength(5);
  });

  test("that counts rows and shows none isn't whole", async () => {
    const { call } = platform(
      () => [],
      () => 3,
    );
    expect(await readList(call, {})).toEqual({ rows: [], isWhole: false });
  });

  test("ends with an empty page, too", async () => {
    const { call } = platform(
      ({ page }) => (page === 1 ? rowsFrom(2) : []),
      () => 1250,
    );
    expect(await readList(call, {})).toEqual({ rows: rowsFrom(2), isWhole: true });
  });

  test("that changes between two pages is read again, since a row may have moved past us", async () => {
    // Row 0 goes after the first page was read: row 100 is on the first page then.
    const { call, asked } = platform(
      ({ page }, number) =>
        rowsFrom(150)
          .slice(number === 1 ? 0 : 1)
          .slice((page - 1) * 100, page * 100),
      (number) => (number === 1 ? 150 : 149),
    );
    expect(await readList(call, {})).toEqual({ rows: rowsFrom(149, 1), isWhole: true });
    expect(asked.map(({ page }) => page)).toEqual([1, 2, 1, 2]);
  });

  test("that never stands still isn't whole", async () => {
    const { call, asked } = platform(
      ({ page }) => rowsFrom(100, page * 100),
      (number) => 300 + number,
    );
    expect((await readList(call, {})).isWhole).toBe(false);
    expect(asked).toHaveLength(5);
  });

  test("is read no further than it takes", async () => {
    const { call, asked } = sliced(400, 100);
    const list = await readList(call, {}, { enough: (rows) => rows.length > 150 });
    expect(list).toEqual({ rows: rowsFrom(200), isWhole: false });
    expect(asked).toHaveLength(2);
  });
});
