/** Gives each person the menu of who they are and of their language, when an event shows that it should change. */
import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import type { Language } from "../config/environment-schema.ts";
import { reasonOf } from "../errors.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import type { RichMenuClient } from "../line/rich-menu-client.ts";
import type { Log } from "../observability/log.ts";
import { aliasOf, isOurAlias, type Audience } from "./menus.ts";

export interface MenuAssigner {
  /** Is told of each event after its answer. Returns at once, and never throws. */
  answered(event: LineEvent, intent: string): void;
  /** Reads anew which menus there are. Never fails. */
  refresh(): Promise<void>;
  /** Resolves when nobody waits for a menu. */
  idle(): Promise<void>;
  stop(): void;
}

interface Person {
  audience: Audience;
  /** The menu that they have; null while LINE doesn't take it. */
  linked: string | null;
  /** Not asked of LINE, or of the store, before; milliseconds since 1970. */
  nextAt: number;
}

const refreshEveryMs = 300_000;
const refreshSoonMs = 10_000;
const askAgainMs = 60_000;
const maxWaiting = 1000;
const maxConcurrent = 4;

/**
 * Where the account has no menus of ours, an event costs nothing; else a look at what is kept.
 * @param options.kindOf what is kept of who somebody is on the platform; null = not known just now.
 * @param options.languageOf what is kept of somebody's language.
 */
export function createMenuAssigner(options: {
  richMenus: Pick<RichMenuClient, "aliases" | "link">;
  kindOf(lineId: string): string | null;
  lookUp(lineId: string): Promise<{ kind: string }>;
  languageOf(lineId: string): Language | null;
  isStaff(lineId: string): Promise<boolean>;
  /** How many people are kept. */
  size: number;
  clock: Clock;
  log: Log;
}): MenuAssigner {
  const { richMenus, kindOf, lookUp, languageOf, isStaff, clock, log } = options;
  const people = new LRUCache<string, Person>({ max: options.size });
  /** Who waits, with the intent of their last event. */
  const waiting = new Map<string, string>();
  /** By alias; null where there are none. */
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
      log.warn({ reason: reasonOf(error) }, "which rich menus there are couldn't be read");
    }
  }

  async function audienceOf(lineId: string, intent: string, known: Person | undefined) {
    const mayBeStaff =
      known?.audience === "staff" || intent === "command" || clock.now() >= (known?.nextAt ?? 0);
    if (mayBeStaff && (await isStaff(lineId))) return "staff";
    // Whom nobody looked up just now is who they were, but for staff who aren't any more.
    const kind =
      kindOf(lineId) ?? (known?.audience === "staff" ? (await lookUp(lineId)).kind : null);
    if (kind === null) return known?.audience ?? null;
    return kind === "member" ? "member" : "stranger";
  }

  async function settle(lineId: string, intent: string): Promise<void> {
    const known = people.get(lineId);
    const language = languageOf(lineId);
    const audience = await audienceOf(lineId, intent, known);
    const menu = audience && language && menus?.get(aliasOf({ audience, language }));
    if (!audience || !menu) return;
    const nextAt = clock.now() + askAgainMs;
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
      // It may have been replaced.
      refreshAt = Math.min(refreshAt, clock.now() + refreshSoonMs);
      log.warn({ reason: reasonOf(error) }, "a rich menu couldn't be given");
    }
  }

  async function work(): Promise<void> {
    for (const [lineId, intent] of waiting) {
      waiting.delete(lineId);
      try {
        await settle(lineId, intent);
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, "who gets which rich menu couldn't be told");
      }
    }
  }

  /** Whether what is kept of somebody still holds: what nearly every event finds. */
  function isSettled(lineId: string, intent: string): boolean {
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
      if (isSettled(lineId, intent) || waiting.size >= maxWaiting) return;
      waiting.set(lineId, intent);
      if (workers.length >= maxConcurrent) return;
      const worker = work().finally(() => {
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
      waiting.clear();
    },
  };
}
