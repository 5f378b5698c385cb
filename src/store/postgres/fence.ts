/** The fence of writes: only the replica that works on an event stores what came of it. */
import type { Queries } from "./database.ts";

/**
 * @throws {StoreError} from each method: `fenced` if another replica has taken over, `unavailable` while the lease
 * isn't renewed.
 */
export interface Fence {
  /** Asserts that this replica works on an event of the inbox. @param id of the stored event. */
  assertOwner(tx: Queries, id: number): Promise<void>;
  /** The same by the webhook event id; null for what no event caused. */
  assertActor(tx: Queries, account: string, webhookEventId: string | null): Promise<void>;
}

/** For an operator's command, which works on no event. */
export const noFence: Fence = {
  assertOwner: () => Promise.resolve(),
  assertActor: () => Promise.resolve(),
};
