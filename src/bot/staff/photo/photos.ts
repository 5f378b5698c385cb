/** What reading the photos of one channel takes: their content, and a reader of codes. */
import type { ContentClient } from "../../../line/content-client.ts";

/**
 * The texts of an image's codes, each once; empty when there are none or the image can't be read. `busy` = too
 * many images are waiting; `slow` = reading this one took too long; `large` = it would take too much memory.
 */
export type ReadCodes = (image: Buffer) => Promise<readonly string[] | "busy" | "slow" | "large">;

export interface Photos {
  content: Pick<ContentClient, "image">;
  readCodes: ReadCodes;
}
