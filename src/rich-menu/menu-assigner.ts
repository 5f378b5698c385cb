/** Gives each user their rich menu: at once when they follow the account, and after events that may change it. */
import { createBackgroundCalls } from "../line/background-calls.ts";
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
  /** Drops what is cached of a user, who may have joined or left the staff. */
  forget(lineId: string): void;
  /** Reads the rich menus' aliases again. Never rejects. */
  refresh(): Promise<void>;
  stop(): void;
}

/** Without rich menus of ours an event is ignored; otherwise most events only read caches. */
export function createMenuAssigner(options: MenuLinkerOptions): MenuAssigner {
  const linker = new MenuLinker(options);
  const queue = createBackgroundCalls<MenuCheck>({
    call: (lineId, check) => linker.link(lineId, check),
    merge: (queued, added) => ({
      intent: added.intent ?? queued.intent,
      lookUp: added.lookUp || queued.lookUp,
      otherwise: added.otherwise ?? queued.otherwise,
    }),
    failure: "assigning a rich menu failed",
    log: options.log,
  });
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
    forget: (lineId) => linker.forget(lineId),
    refresh: () => linker.refresh(),
    stop() {
      linker.stop();
      queue.clear();
    },
  };
}
