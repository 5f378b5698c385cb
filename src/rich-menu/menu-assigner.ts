/** Links each user to the rich menu of their audience and language, after events that may change it. */
import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import type { Language } from "../config/environment-schema.ts";
import { reasonOf } from "../errors.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import type { RichMenuClient } from "../line/rich-menu-client.ts";
import type { Log } from "../observability/log.ts";
import { aliasOf, isOurAlias, type Audience } from "./menus.ts";

export interface MenuAssigner {
  /** Called after each answered event. Returns at once and never throws; the linking happens in the background. */
  answered(event: LineEvent, intent: string): void;
  /** Reads the rich menus' aliases again. Never rejects. */
  refresh(): Promise<void>;
  /** Resolves when no user is queued. */
  idle(): Promise<void>;
  stop(): void;
}

/** What is cached of a user. */
interface Person {
  audience: Audience;
  /** The id of the linked rich menu; null after LINE refused the link. */
  linked: string | null;
  /** No check for staff and no retry of a refused link before this time, in milliseconds since 1970. */
  nextAt: number;
}

const refreshEveryMs = 300_000;
const refreshSoonMs = 10_000;
const recheckAfterMs = 60_000;
const maxQueued = 1000;
const maxConcurrent = 4;

/**
 * Without rich menus of ours an event is ignored; otherwise most events only read caches.
 * @param options.kindOf the cached kind of a user on the platform; null if it isn't cached.
 * @param options.languageOf the cached language of a user; null if it isn't cached.
 */
export function createMenuAssigner(options: {
  richMenus: Pick<RichMenuClient, "aliases" | "link">;
  kindOf(lineId: string): string | null;
  lookUp(lineId: string): Promise<{ kind: string }>;
  languageOf(lineId: string): Language | null;
  isStaff(lineId: string): Promise<boolean>;
  /** Maximum number of cached users. */
  size: number;
  clock: Clock;
  log: Log;
}): MenuAssigner {
  const { richMenus, kindOf, lookUp, languageOf, isStaff, clock, log } = options;
  const people = new LRUCache<string, Person>({ max: options.size });
  /** Queued user ids, with the intent of their last event. */
  const queue = new Map<string, string>();
  /** Rich menu ids by alias; null if there are none of ours. */
  let menus: ReadonlyMap<string, string> | null = null;
  let refreshAt = 0;
  let workers: Promise<void>[] = [];
  let stopped = false;

  async function refresh(): Promise<void> {
    refreshAt = clock.now() + refreshEveryMs;
    try {
      const found = [...(await richMenus.aliases())].filter(([alias]) => isOurAlias(alias));
      menus = found.length > 0 && !stopped ? new Map(found) : null;
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "reading the rich menu aliases failed");
    }
  }

  /** The user's audience; null if it isn't known. */
  async function audienceOf(lineId: string, intent: string, known: Person | undefined) {
    const mayBeStaff =
      known?.audience === "staff" || intent === "command" || clock.now() >= (known?.nextAt ?? 0);
    if (mayBeStaff && (await isStaff(lineId))) return "staff";
    // Without a cached kind the audience stays the same; only former staff are looked up.
    const kind =
      kindOf(lineId) ?? (known?.audience === "staff" ? (await lookUp(lineId)).kind : null);
    if (kind === null) return known?.audience ?? null;
    return kind === "member" ? "member" : "stranger";
  }

  /** Links the user to the right rich menu, unless it is linked already or was refused recently. */
  async function linkMenu(lineId: string, intent: string): Promise<void> {
    const known = people.get(lineId);
    const language = languageOf(lineId);
    const audience = await audienceOf(lineId, intent, known);
    const menu = audience && language && menus?.get(aliasOf({ audience, language }));
    if (!audience || !menu) return;
    const nextAt = clock.now() + recheckAfterMs;
    if (known?.linked === menu) {
      people.set(lineId, { audience, linked: menu, nextAt });
      return;
    }
    if (known?.linked === null && clock.now() < known.nextAt) return;
    try {
      await richMenus.link(lineId, menu);
      people.set(lineId, { audience, linked: menu, nextAt });
    } catch (error) {
      people.set(lineId, { audience, linked: null, nextAt });
      // The rich menu may have been replaced: read the aliases soon.
      refreshAt = Math.min(refreshAt, clock.now() + refreshSoonMs);
      log.warn({ reason: reasonOf(error) }, "linking a rich menu failed");
    }
  }

  /** Handles queued users until none is left. */
  async function drain(): Promise<void> {
    for (const [lineId, intent] of queue) {
      queue.delete(lineId);
      try {
        await linkMenu(lineId, intent);
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, "assigning a rich menu failed");
      }
    }
  }

  /** Whether the cached link is still right, from caches alone; true for nearly every event. */
  function isUpToDate(lineId: string, intent: string): boolean {
    const known = people.get(lineId);
    if (!known || known.audience === "staff" || intent === "command") return false;
    if (clock.now() >= known.nextAt) return false;
    const kind = kindOf(lineId);
    const language = languageOf(lineId);
    if (kind !== null && (kind === "member") !== (known.audience === "member")) return false;
    if (language === null || known.linked === null) return true;
    return menus?.get(aliasOf({ audience: known.audience, language })) === known.linked;
  }

  return {
    answered({ source, replyToken }, intent) {
      if (clock.now() >= refreshAt) void refresh();
      if (!menus || source?.type !== "user" || !source.userId || !replyToken) return;
      const lineId = source.userId;
      if (isUpToDate(lineId, intent) || queue.size >= maxQueued) return;
      queue.set(lineId, intent);
      if (workers.length >= maxConcurrent) return;
      const worker = drain().finally(() => {
        workers = workers.filter((other) => other !== worker);
      });
      workers.push(worker);
    },
    refresh,
    async idle() {
      while (workers.length > 0) await Promise.all(workers);
    },
    stop() {
      stopped = true;
      menus = null;
      queue.clear();
    },
  };
}
