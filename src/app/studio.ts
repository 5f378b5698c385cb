/** Composes the studio from the configuration and the bot's parts. */
import { randomBytes } from "node:crypto";
import type { RenderContext } from "../bot/context.ts";
import type { Catalogues, Messages } from "../bot/i18n/translate.ts";
import type { Publishing } from "../bot/i18n/drafts/publishing.ts";
import type { Clock } from "../clock.ts";
import type { Config, Secrets } from "../config/config.ts";
import { isLoopback, type Language } from "../config/environment-schema.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import type { Message, SerializedMessages } from "../line/messages/prepare-reply.ts";
import type { Log } from "../observability/log.ts";
import { createMenus } from "../rich-menu/menus.ts";
import { desiredMenusOf } from "../rich-menu/plan.ts";
import { renderSmall, scaleDown } from "../rich-menu/render-png.ts";
import { createStudioLogIns, type Editors } from "../bot/staff/studio-links.ts";
import type { StaffContext } from "../bot/staff/command.ts";
import { waitingOrders } from "../bot/staff/commands/pending.ts";
import { dayOrderOf, entriesOfDay } from "../bot/staff/day/shop-days.ts";
import { oddText } from "../bot/staff/commands/today.ts";
import type { Settings } from "../store/settings.ts";
import type { Store } from "../store/store.ts";
import type { FailedAttempts } from "../store/failed-attempts.ts";
import type { DemoClock } from "../studio/server/clock-routes.ts";
import type { PasswordCounter } from "../studio/server/password-attempts.ts";
import type { ReviewKey } from "../studio/server/review-links.ts";
import type { ShopSource } from "../studio/server/shop-routes.ts";
import type { RichMenuRenderer } from "../studio/server/rich-menu-previews.ts";
import { openStories } from "../studio/stories/stories.ts";
import type { OpenStoryWorld } from "../studio/stories/story-world.ts";
import { storySettings } from "./story-settings.ts";
import { createStudio, type SimulatorAccess, type Studio } from "../studio/server/studio.ts";

interface StudioParts {
  config: Config;
  secrets: Secrets;
  simulator: SimulatorAccess | null;
  demoClock: DemoClock | null;
  store: Pick<Store, "failedAttempts" | "studioAccess" | "statistics" | "settings" | "unanswered">;
  /** The members' account. */
  account: string;
  editors: Editors;
  publishing: Publishing;
  /** Null where no stories are played. */
  openStoryWorld: OpenStoryWorld | null;
  /** The address of the embedded platform's pictures; null where it is a real one. */
  demoPictures: string | null;
  published(): Catalogues;
  /** The texts that members and staff get. */
  messages(): Messages;
  staffContext: Pick<StaffContext, "shopDays" | "orders" | "audit" | "directory">;
  renderContext(messages: Messages, language: Language): RenderContext;
  prepare(messages: readonly Message[]): SerializedMessages;
  clock: Clock;
  wallClock: Clock;
  log: Log;
}

export function createStudioOfApp(parts: StudioParts): Studio {
  const { simulator, demoClock, clock, wallClock, log } = parts;
  const { business } = parts.config;
  return createStudio({
    chat: simulator,
    demoClock,
    samples: {
      languages: business.languages,
      published: parts.published,
      timeZone: business.timeZone,
      renderContext: parts.renderContext,
      prepare: parts.prepare,
      publishing: parts.publishing,
    },
    stories: storiesOf(parts),
    menus: richMenuRenderer(business.languages, parts.renderContext),
    statistics: {
      list: (from, until) => parts.store.statistics.list(parts.account, from, until),
      unanswered: (from) => parts.store.unanswered.list(parts.account, from),
      shop: shopOf(parts),
      timeZone: business.timeZone,
    },
    login: loginOf(parts),
    reviewLinks: {
      key: reviewKeyIn(parts.store.settings),
      record: (action, by) =>
        parts.store.studioAccess.recordReviewLinks(parts.account, {
          action,
          by,
          at: wallClock.now(),
        }),
    },
    hosts: hostsOf(parts.config),
    clock,
    wallClock,
    timeZone: business.timeZone,
    log,
  });
}

const storiesOf = ({ config, openStoryWorld, demoPictures }: StudioParts) =>
  openStoryWorld &&
  openStories({
    dir: config.storiesDir,
    openWorld: openStoryWorld,
    timeZone: storySettings(config).business.timeZone,
    pictures: demoPictures,
  });

/** At most so many orders behind a fact are shown. */
const maxDayOrders = 50;

/** What happened in the shop, as `/today` tells it. */
function shopOf({ account, config, staffContext, messages, clock }: StudioParts): ShopSource {
  const { shopDays, orders, audit, directory } = staffContext;
  const { timeZone } = config.business;
  return {
    read: (days, today) => shopDays.read(account, days, today),
    waiting: async () => (await waitingOrders(orders, account, clock.now())).length,
    async tell(facts, language) {
      const nameOf = await directory.names(account);
      const t = messages().in(language);
      return facts.map((fact) => oddText({ t }, fact, nameOf));
    },
    async orders(filter) {
      const limits = { timeZone, most: maxDayOrders };
      return (await entriesOfDay(audit, account, filter, limits)).map(dayOrderOf);
    },
    timeZone,
  };
}

function loginOf({ config, secrets, store, editors, account, wallClock }: StudioParts) {
  const password = secrets.studioPassword;
  const access = store.studioAccess;
  return {
    password,
    passwordCounter: passwordCounterOf(store.failedAttempts),
    httpsHost: config.publicUrl?.startsWith("https:") ? new URL(config.publicUrl).host : null,
    logIns: createStudioLogIns({ access, editors, account, password, clock: wallClock }),
  };
}

/** Under which hosts it is reached, beside this machine's. */
const hostsOf = ({ publicUrl, host, port }: Config): string[] => [
  ...(publicUrl ? [new URL(publicUrl).host] : []),
  ...(isLoopback(host) ? [] : [`${host}:${port}`]),
];

/** The studio knows no store. */
export const passwordCounterOf = (failedAttempts: FailedAttempts): PasswordCounter => ({
  async begin(client, windowMs) {
    const attempt = await failedAttempts.begin("studio password", client, windowMs);
    return {
      ...attempt,
      forgive: () => failedAttempts.forgive("studio password", client, attempt),
    };
  },
});

/** Read from the store each time, so that a withdrawal takes effect in every process at once. */
function reviewKeyIn(settings: Settings): ReviewKey {
  const name = settingsKeys.reviewKey;
  const replace = () => settings.set(name, randomBytes(32).toString("base64url"));
  return {
    get: async () =>
      (await settings.get(name)) ??
      (await settings.exclusive(name, async () => {
        if ((await settings.get(name)) === null) await replace();
        return (await settings.get(name)) ?? "";
      })),
    replace: () => settings.exclusive(name, replace),
  };
}

/** Renders the rich menus as the `rich-menu` command would create them. */
export const richMenuRenderer = (
  offered: readonly Language[],
  renderContext: (messages: Messages, language: Language) => RenderContext,
): RichMenuRenderer => ({
  menus(messages) {
    const { brand } = renderContext(messages, offered[0] ?? "en");
    return desiredMenusOf(createMenus(offered, { messages, brand }), brand).map(
      ({ menu, name, svg }) => ({
        id: name.replaceAll(" ", "-"),
        audience: menu.audience,
        language: menu.language,
        bar: menu.chatBarText,
        selected: true,
        size: menu.size,
        areas: menu.tiles.map(({ bounds, action }) => ({ bounds, action })),
        drawing: svg,
      }),
    );
  },
  render: renderSmall,
  scaleDown,
});
