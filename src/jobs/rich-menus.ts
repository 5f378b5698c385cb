/** Prepares the rich menus at the start: installs them in an embedded LINE, or reads which ones are there. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Brand } from "../bot/context.ts";
import type { Messages } from "../bot/i18n/translate.ts";
import type { Clock } from "../clock.ts";
import type { Language } from "../config/environment-schema.ts";
import { reasonOf } from "../errors.ts";
import type { RichMenuClient } from "../line/rich-menu-client.ts";
import type { Log } from "../observability/log.ts";
import type { MenuAssigner } from "../rich-menu/menu-linker.ts";
import { hashId } from "../store/hash-id.ts";
import type { LineUsers } from "../store/line-users.ts";
import type { Job } from "./jobs.ts";

/** @param options.install whether missing rich menus are installed, in the background. */
export function createRichMenuJob(options: {
  install: boolean;
  linking: MenuAssigner;
  /** The LINE user ids of those who get a menu when it is installed; others get theirs when they follow or write. */
  followers(): readonly string[];
  line: RichMenuClient;
  offered: readonly Language[];
  messages: Messages;
  brand: Brand;
  clock: Clock;
  log: Log;
}): Job {
  const { install, linking } = options;
  let installing: Promise<AsyncDisposable> | null = null;

  /** Imported on demand: rendering needs large libraries. */
  async function startInstalling(): Promise<AsyncDisposable> {
    const { installInBackground } = await import("../rich-menu/install.ts");
    return installInBackground(options);
  }

  return {
    start() {
      if (install) installing = startInstalling();
      else void linking.refresh();
    },
    async stop() {
      await (await installing)?.[Symbol.asyncDispose]();
    },
  };
}

// Checks the rich menu of each follower whose profile the crawler has found: they have become a member.

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
