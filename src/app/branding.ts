/** Reads the brand (name, colours, logo) from the add-on's subscription, or else from the environment. */
import type { Brand } from "../bot/context.ts";
import { deadline, type Clock } from "../clock.ts";
import type { Config } from "../config/config.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import { readEnd } from "../loyalty/platform-time.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import { pictureUrl } from "../bot/views/flex-components.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import type { Settings } from "../store/settings.ts";

/** The part of the subscription that is used; stored for a start at which the platform is unreachable. */
interface Subscription {
  name: string;
  themeColor: string;
  iconColor: string;
  logo: string;
  planEnd: string;
}

/** Time limit for reading the subscription at the start. */
const subscriptionTimeoutMs = 4000;
const dayMs = 86_400_000;

/** @param subscribed whether the exchange flow is configured, without which the subscription cannot be read. */
export async function readBrand(options: {
  loyalty: Pick<LoyaltyClient, "getCurrentAddOnStatus">;
  subscribed: boolean;
  settings: Settings;
  config: Config;
  /** Where one joins, and finds the shop, unless the environment says so; null without such pages. */
  pages: { join: string; contact: string } | null;
  /** The account's LINE display name, used if nothing else names the business. */
  displayName: string;
  cards: Pick<Brand, "cardStyles" | "cardFacts">;
  clock: Clock;
  log: Log;
}): Promise<Brand> {
  const { subscribed, config, pages, displayName, cards, clock, log } = options;
  const subscription = subscribed ? await fetchSubscription(options) : null;
  if (subscription) warnBeforePlanEnds(subscription.planEnd, config.business.timeZone, clock, log);
  const brand = brandOf(subscription, config, displayName);
  return {
    ...brand,
    registerUrl: brand.registerUrl ?? pages?.join ?? null,
    contactUrl: brand.contactUrl ?? pages?.contact ?? null,
    ...cards,
  };
}

/** The brand from the stored subscription, for CLI commands, which do not call the platform. */
export async function storedBrand(options: {
  subscribed: boolean;
  settings: Settings;
  config: Config;
  displayName: string;
}): Promise<Brand> {
  const { subscribed, settings, config, displayName } = options;
  return brandOf(subscribed ? await storedSubscription(settings) : null, config, displayName);
}

function brandOf(subscription: Subscription | null, config: Config, displayName: string): Brand {
  const { business, registerUrl, contactUrl } = config;
  const color = hexColor(subscription?.themeColor) ?? business.color;
  return {
    name: subscription?.name || (business.name ?? displayName),
    color,
    accent: hexColor(subscription?.iconColor) ?? color,
    logo: logoUrl(subscription?.logo, config) ?? business.logoUrl,
    registerUrl,
    contactUrl,
  };
}

async function fetchSubscription({
  loyalty,
  settings,
  clock,
  log,
}: Parameters<typeof readBrand>[0]): Promise<Subscription | null> {
  try {
    using limit = deadline(clock, subscriptionTimeoutMs);
    const { business_app: app, end_date: planEnd } = await loyalty.getCurrentAddOnStatus(
      {},
      { signal: limit.signal },
    );
    const { name, logo, theme_color: themeColor, icon_color: iconColor } = app;
    const subscription = { name, themeColor, iconColor, logo, planEnd };
    await settings.set(settingsKeys.subscription, JSON.stringify(subscription));
    return subscription;
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "reading the add-on subscription failed");
    return storedSubscription(settings);
  }
}

async function storedSubscription(settings: Settings): Promise<Subscription | null> {
  const stored = await settings.get(settingsKeys.subscription);
  return stored === null ? null : (JSON.parse(stored) as Subscription);
}

function warnBeforePlanEnds(planEnd: string, timeZone: string, clock: Clock, log: Log): void {
  const end = readEnd(planEnd, timeZone);
  if (end.kind === "unreadable")
    log.warn({ planEnd }, "the end of the add-on's plan can't be read");
  if (end.kind !== "read") return;
  const remainingMs = end.at - clock.now();
  if (remainingMs <= 0) log.error({ planEnd }, "the add-on's plan has ended");
  else if (remainingMs < 14 * dayMs) log.warn({ planEnd }, "the add-on's plan ends soon");
}

const hexColor = (color: string | undefined) =>
  color !== undefined && /^#[0-9a-fA-F]{6}$/.test(color) ? color : undefined;

/** @returns the URL of the platform's logo; null where LINE can't load it, which takes JPEG and PNG only. */
function logoUrl(address: string | undefined, { line }: Config): string | null {
  const url = pictureUrl({ allowHttp: line.kind === "embedded" }, address);
  return url !== null && /\.(?:png|jpe?g)$/i.test(url) ? url : null;
}
