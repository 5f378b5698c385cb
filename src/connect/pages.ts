/** Lists, page by page. */
import type { Page } from "./contract.ts";

interface CallOptions {
  signal?: AbortSignal | undefined;
}

/**
 * The pages of a list from the first on, each asked for only when the loop comes to it:
 *
 *     for await (const page of pages(connect.getProfile, { search, size: 100 })) …
 *
 * @param call a list operation of the client.
 */
export async function* pages<Input extends { page?: number | undefined }, Row>(
  call: (input: Input, options?: CallOptions) => Promise<Page<Row>>,
  input: Omit<Input, "page">,
  options: CallOptions = {},
): AsyncGenerator<Page<Row>, void, undefined> {
  for (let page = 1; ; page += 1) {
    const answer = await call({ ...input, page } as Input, options);
    yield answer;
    const { total, size } = answer.pagination;
    if (answer.data.length === 0 || page * size >= total) return;
  }
}
