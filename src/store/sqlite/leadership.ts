/** Implements leadership on SQLite, whose only process leads every job. */
import type { Leadership } from "../leadership.ts";

export const soleLeader: Leadership = {
  run(_job, start) {
    const running = start();
    return { [Symbol.asyncDispose]: async () => running.stop() };
  },
};
