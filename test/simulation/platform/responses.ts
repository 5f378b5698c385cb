/** Responses of the simulated platform, and the pages of its lists. */

export interface Response {
  status: number;
  text: string;
}

export const ok = (value: object, status = 200): Response => ({
  status,
  text: JSON.stringify(value),
});

export const refusal = (status: number, code: string): Response => ({
  status,
  text: JSON.stringify({ status, code, message: code }),
});

/** Rows that match every field of the query that they have. */
export const filtered = <Row extends object>(rows: readonly Row[], query: URLSearchParams): Row[] =>
  rows.filter((row) =>
    [...query].every(([name, value]) => !(name in row) || String(row[name as keyof Row]) === value),
  );

export function page(query: URLSearchParams, rows: readonly object[]): Response {
  const number = Number(query.get("page") ?? 1);
  const size = Number(query.get("size") ?? 20);
  return ok({
    data: rows.slice((number - 1) * size, number * size),
    pagination: {
      page: number,
      size,
      total: rows.length,
      total_pages: Math.ceil(rows.length / size),
    },
  });
}
