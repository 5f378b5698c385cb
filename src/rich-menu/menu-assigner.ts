/** Gives each user their rich menu: at once when they follow the account, and after events that may change it. */
import { reasonOf } from "../errors.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import { MenuLinker, type MenuCheck, type MenuLinkerOptions } from "./menu-linker.ts";

/** Every method returns at once and never throws; the linking happens in the background. */
export interface MenuAssigner {
  /** Called when an event is stored, before it is answered. */
  received(event: LineEvent): void;
  /** Called after each answered event. */
  answered(event: LineEvent, intent: string): void;
  /** Checks the menu of a user about whom something became known without an event. */
  check(lineId: string): void;
  /** Reads the rich menus' aliases again. Never rejects. */
  refresh(): Promise<void>;
  stop(): void;
}

const maxQueued = 1000;
const maxConcurrent = 4;

/** Without rich menus of ours an event is ignored; otherwise most events only read caches. */
export function createMenuAssigner(options: MenuLinkerOptions): MenuAssigner {
  const linker = new MenuLinker(options);
  const queue = createQueue(options, (lineId, check) => linker.link(lineId, check));
  return {
    received({ type, source, replyToken, follow }) {
      if (type !== "follow" || !linker.hasMenus() || !source?.userId || !replyToken) return;
      // Somebody who comes back has the menu that they had; a new follower has the default, in one language.
      const otherwise = follow?.isUnblocked === true ? null : "stranger";
      queue.add(source.userId, { intent: null, lookUp: true, otherwise });
    },
    answered({ source, replyToken }, intent) {
      if (!linker.hasMenus() || source?.type !== "user" || !source.userId || !replyToken) return;
      if (linker.isUpToDate(source.userId, intent)) return;
      queue.add(source.userId, { intent, lookUp: false, otherwise: null });
    },
    check(lineId) {
      if (!linker.hasMenus()) return;
      queue.add(lineId, { intent: null, lookUp: true, otherwise: null });
    },
    refresh: () => linker.refresh(),
    stop() {
      linker.stop();
      queue.clear();
    },
  };
}

/** A queue of users, one check for each at a time; what exceeds its size waits for the user's next event. */
function createQueue(
  { log }: Pick<MenuLinkerOptions, "log">,
  link: (lineId: string, check: MenuCheck) => Promise<void>,
) {
  const queued = new Map<string, MenuCheck>();
  const inProgress = new Set<string>();

  /** Handles queued users until only those in progress are left. */
  async function drain(): Promise<void> {
    for (const [lineId, check] of queued) {
      if (inProgress.has(lineId)) continue;
      queued.delete(lineId);
      inProgress.add(lineId);
      try {
        await link(lineId, check);
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, "assigning a rich menu failed");
      }
      inProgress.delete(lineId);
    }
  }

  return {
    add(lineId: string, check: MenuCheck): void {
      const waiting = queued.get(lineId);
      if (!waiting && queued.size >= maxQueued) return;
      queued.set(lineId, {
        intent: check.intent ?? waiting?.intent ?? null,
        lookUp: check.lookUp || waiting?.lookUp === true,
        otherwise: check.otherwise ?? waiting?.otherwise ?? null,
      });
      if (inProgress.size < maxConcurrent && !inProgress.has(lineId)) void drain();
    },
    clear: () => queued.clear(),
  };
}
