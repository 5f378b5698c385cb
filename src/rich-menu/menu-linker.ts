/** Gives each user their rich menu: at once when they follow the account, and after events that may change it. */
import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import type { Language } from "../config/environment-schema.ts";
import { reasonOf } from "../errors.ts";
import { createBackgroundCalls } from "../line/background-calls.ts";
import type { RichMenuClient } from "../line/rich-menu-client.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import type { Log } from "../observability/log.ts";
import {
  aliasOf,
  type Audience,
  isOurAlias,
  isStaffAudience,
  type StaffAudience,
} from "./menus.ts";

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

/** Why a user's rich menu is checked. */
interface MenuCheck {
  /** The intent of their last event; null if it isn't answered yet. */
  intent: string | null;
  /** Whether to look up what isn't cached of them; an answer has cached it. */
  lookUp: boolean;
  /** Their audience if the platform doesn't tell; null leaves them the menu that they have. */
  otherwise: Audience | null;
}

/** A user's rich menu and when they got it, in milliseconds since 1970. */
interface MenuLink {
  menu: string;
  at: number;
}

/** The links made by all replicas, also before a restart. */
interface StoredLinks {
  get(lineId: string): Promise<MenuLink | null>;
  /** @returns false, without storing it, when there is another one than `before` by now. */
  replace(lineId: string, link: MenuLink, before: MenuLink | null): Promise<boolean>;
}

interface MenuLinkerOptions {
  links: StoredLinks;
  richMenus: Pick<RichMenuClient, "aliases" | "link">;
  /** The cached kind of a user on the platform; null if it isn't cached. */
  kindOf(lineId: string): string | null;
  /** @throws {KnownError} when the platform fails. */
  lookUp(lineId: string): Promise<{ kind: string }>;
  /** The cached language of a user; null if it isn't cached. */
  languageOf(lineId: string): Language | null;
  lookUpLanguage(lineId: string): Promise<Language>;
  /** Null = no staff menu. */
  staffAudienceOf(lineId: string): Promise<StaffAudience | null>;
  /** Maximum number of cached users. */
  size: number;
  clock: Clock;
  log: Log;
}

/** What is cached of a user. */
interface Person {
  audience: Audience;
  /** The id of the linked rich menu; null after LINE refused the link. */
  linked: string | null;
  /**
   * No check for staff, no look for a link by another replica and no retry of a refused link before this time
   * of the monotonic clock.
   */
  nextAt: number;
}

const refreshEveryMs = 300_000;
const refreshSoonMs = 10_000;
const recheckAfterMs = 60_000;
/** A stored link is made again after this time: somebody may have changed it at LINE. */
const relinkAfterMs = 24 * 3_600_000;
/** How often a user is linked when other replicas do so at the same time. */
const maxTries = 3;

/** Links a user to the rich menu of their audience and language, and caches who is linked to which. */
export class MenuLinker {
  readonly #options: MenuLinkerOptions;
  readonly #people: LRUCache<string, Person>;
  /** Rich menu ids by alias; null if there are none of ours. */
  #menus: ReadonlyMap<string, string> | null = null;
  #refreshAt = -Infinity;
  /** How often somebody was forgotten: what was read meanwhile may be out of date. */
  #forgotten = 0;
  #isStopped = false;

  constructor(options: MenuLinkerOptions) {
    this.#options = options;
    this.#people = new LRUCache({ max: options.size });
  }

  /** Whether there are rich menus of ours; they are read again in the background when that is due. */
  hasMenus(): boolean {
    if (this.#options.clock.monotonic() >= this.#refreshAt) void this.refresh();
    return this.#menus !== null;
  }

  /** Reads the rich menus' aliases. Never rejects. */
  async refresh(): Promise<void> {
    const { richMenus, clock, log } = this.#options;
    this.#refreshAt = clock.monotonic() + refreshEveryMs;
    try {
      const found = [...(await richMenus.aliases())].filter(([alias]) => isOurAlias(alias));
      this.#menus = found.length > 0 && !this.#isStopped ? new Map(found) : null;
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "reading the rich menu aliases failed");
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#menus = null;
  }

  /** Drops what is cached of a user: their next event checks their menu. */
  forget(lineId: string): void {
    this.#forgotten += 1;
    this.#people.delete(lineId);
  }

  /** Whether the cached link is still right, from caches alone; true for nearly every event. */
  isUpToDate(lineId: string, intent: string): boolean {
    const { clock, kindOf, languageOf } = this.#options;
    const known = this.#people.get(lineId);
    if (!known || isStaffAudience(known.audience) || intent === "command") return false;
    if (clock.monotonic() >= known.nextAt) return false;
    const kind = kindOf(lineId);
    const language = languageOf(lineId);
    if (kind !== null && (kind === "member") !== (known.audience === "member")) return false;
    if (language === null || known.linked === null) return true;
    return this.#menuOf(known.audience, language) === known.linked;
  }

  /** Links the user to the right rich menu, unless it is linked already or was refused recently. */
  async link(lineId: string, check: MenuCheck): Promise<void> {
    const { clock, languageOf, lookUpLanguage, log } = this.#options;
    const before = this.#forgotten;
    const remember = (person: Person) => {
      if (this.#forgotten === before) this.#people.set(lineId, person);
    };
    const known = this.#people.get(lineId);
    const language = languageOf(lineId) ?? (check.lookUp ? await lookUpLanguage(lineId) : null);
    const audience = await this.#audienceOf(lineId, check, known);
    const menu = audience && language && this.#menuOf(audience, language);
    if (!audience || !menu) return;
    if (known && clock.monotonic() < known.nextAt) {
      if (known.linked === menu) known.audience = audience;
      if (known.linked === menu || known.linked === null) return;
    }
    const nextAt = clock.monotonic() + recheckAfterMs;
    try {
      await this.#linkOnce(lineId, menu);
      remember({ audience, linked: menu, nextAt });
    } catch (error) {
      remember({ audience, linked: null, nextAt });
      // The rich menu may have been replaced: read the aliases soon.
      this.#refreshAt = Math.min(this.#refreshAt, clock.monotonic() + refreshSoonMs);
      log.warn({ reason: reasonOf(error) }, "linking a rich menu failed");
    }
  }

  /** @throws {KnownError} when LINE or the store fails. */
  async #linkOnce(lineId: string, menu: string): Promise<void> {
    const { clock, links, richMenus } = this.#options;
    for (let tries = 0; tries < maxTries; tries++) {
      const stored = await links.get(lineId);
      if (stored?.menu === menu && Math.abs(clock.now() - stored.at) < relinkAfterMs) return;
      await richMenus.link(lineId, menu);
      // Stored afterwards: a crash in between links them again.
      if (await links.replace(lineId, { menu, at: clock.now() }, stored)) return;
    }
  }

  #menuOf(audience: Audience, language: Language): string | undefined {
    return this.#menus?.get(aliasOf({ audience, language }));
  }

  /** The user's audience; null if it isn't known. */
  async #audienceOf(
    lineId: string,
    { intent, lookUp, otherwise }: MenuCheck,
    known: Person | undefined,
  ): Promise<Audience | null> {
    const { clock, staffAudienceOf, kindOf } = this.#options;
    const mayBeStaff =
      isStaffAudience(known?.audience) ||
      intent === "command" ||
      clock.monotonic() >= (known?.nextAt ?? -Infinity);
    const staffAudience = mayBeStaff ? await staffAudienceOf(lineId) : null;
    if (staffAudience) return staffAudience;
    // After an answer only former staff are looked up; without a kind the audience stays the same.
    const kind =
      kindOf(lineId) ??
      (lookUp || isStaffAudience(known?.audience) ? await this.#kindFromPlatform(lineId) : null);
    if (kind === null) return known?.audience ?? otherwise;
    return kind === "member" ? "member" : "stranger";
  }

  /** @returns null when the platform fails. */
  async #kindFromPlatform(lineId: string): Promise<string | null> {
    try {
      return (await this.#options.lookUp(lineId)).kind;
    } catch {
      return null;
    }
  }
}
