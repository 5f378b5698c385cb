/** What the only process of a store on SQLite needs no others for. */
import type { Changes } from "../changes.ts";
import type { Leadership } from "../leadership.ts";

/** It has nobody to tell. */
export const noReplicas: Changes = {
  announce: () => Promise.resolve(),
  listen: () => ({ [Symbol.asyncDispose]: () => Promise.resolve() }),
};

/** It leads every job. */
export const soleLeader: Leadership = {
  run(_job, start) {
    const running = start();
    return { [Symbol.asyncDispose]: async () => running.stop() };
  },
};
