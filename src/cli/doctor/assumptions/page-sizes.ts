/** Finds out by reading which page sizes of a list are taken. */
import { counted } from "../../../observability/counted.ts";
import type { Page } from "../../../loyalty/contract.ts";
import { unreadableRows } from "../../../loyalty/lenient-parse.ts";
import { attempt, type Assumption } from "./assumption.ts";
import type { Row } from "./list-facts.ts";

export type Query = Record<string, string | number | boolean>;

/** Reads the first page of a list. */
export type Read = (query: Query) => Promise<Page<Row>>;

/** Page sizes to fall back to where 100 rows are refused. */
const smallerSizes = [50, 20, 10, 1];

export interface Sizes {
  seen: Omit<Assumption, "operation">[];
  /** The largest size that is taken; null if the list can't be read. */
  largest: number | null;
  /** The largest that the bot may ask for; null = no limit was seen. */
  maxSize: number | null;
  rows: readonly Row[];
}

export async function probeSizes(read: Read, wanted: readonly number[]): Promise<Sizes> {
  const result: Sizes = { seen: [], largest: null, maxSize: null, rows: [] };
  for (const size of wanted) {
    const assumed = `pages of ${counted(size, "row")}`;
    const tried = await attempt(() => read({ size }));
    if (tried.kind === "answered") {
      const { data, pagination } = tried.result;
      const count = data.length + unreadableRows(tried.result).length;
      Object.assign(result, { largest: size, rows: data });
      const isShort = count < Math.min(size, pagination.total);
      if (isShort && count > 0) {
        const seen = counted(count, "comes", "come");
        const does = `asks for ${count}`;
        result.seen.push({ assumed, seen, does, holds: "no" });
        return { ...result, maxSize: count };
      }
      const isConclusive = count === size;
      const seen = isConclusive
        ? "taken"
        : `taken, but there ${count === 1 ? "is" : "are"} only ${count}`;
      result.seen.push({
        assumed,
        seen,
        does: `asks for ${size}`,
        holds: isConclusive ? "yes" : "unknown",
      });
      continue;
    }
    if (tried.kind !== "refused") {
      const seen = tried.kind === "missing" ? "nothing is there" : tried.reason;
      result.seen.push({ assumed, seen, does: "keeps to it", holds: "unknown" });
      return result;
    }
    const smaller = result.largest === null ? await largestTaken(read) : null;
    const maxSize = smaller?.size ?? result.largest;
    const does = maxSize === null ? "keeps to it" : `asks for ${maxSize}`;
    result.seen.push({ assumed, seen: "refused (400)", does, holds: "no" });
    return { ...result, maxSize, largest: maxSize, rows: smaller?.rows ?? result.rows };
  }
  return result;
}

/** The largest of the smaller page sizes that is taken, with its page. */
async function largestTaken(read: Read): Promise<{ size: number; rows: readonly Row[] } | null> {
  for (const size of smallerSizes) {
    const tried = await attempt(() => read({ size }));
    if (tried.kind === "answered") return { size, rows: tried.result.data };
  }
  return null;
}
