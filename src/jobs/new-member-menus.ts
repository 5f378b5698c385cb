/** Checks the rich menu of each follower whose profile the crawler has found: they have become a member. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import { hashId } from "../store/hash-id.ts";
import type { LineUsers } from "../store/line-users.ts";
import type { Job } from "./jobs.ts";

/** Followers compared with new profiles; later ones get their menu after their next message. */
const maxFollowers = 100_000;
/** Followers hashed in one turn of the event loop. */
const batch = 1000;

/** @param options.checkMenu checks one user's menu in the background. */
export function createNewMemberMenus(options: {
  onNewProfiles(listener: (hashes: readonly string[]) => void): void;
  account: string;
  lineUsers: Pick<LineUsers, "known">;
  checkMenu(lineId: string): void;
  log: Log;
}): Job {
  const { onNewProfiles, account, lineUsers, checkMenu, log } = options;
  /** Hashed LINE user ids of profiles found since the last comparison. */
  let found = new Set<string>();
  let running: Promise<void> | null = null;
  let isStopped = false;

  async function compare(): Promise<void> {
    while (found.size > 0 && !isStopped) {
      const hashes = found;
      found = new Set();
      const followers = await lineUsers.known(account, maxFollowers);
      for (const [index, lineId] of followers.entries()) {
        if (index % batch === batch - 1) await nextTurn();
        if (hashes.has(hashId(lineId))) checkMenu(lineId);
      }
    }
  }

  async function run(): Promise<void> {
    try {
      await compare();
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "looking for followers among new members failed");
    }
    running = null;
  }

  return {
    start() {
      onNewProfiles((hashes) => {
        for (const hash of hashes) found.add(hash);
        running ??= run();
      });
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
