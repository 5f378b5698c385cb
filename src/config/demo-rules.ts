/** What the demo does by rules where nobody has set one: it shows a welcome, a birthday and a coupon that ends. */
import type { Config } from "./config.ts";

/** The uuids of two of the demo's coupon sets. */
export const demoGiftSets = {
  welcome: "5a4b1c7e-0001-4000-8000-000000000001",
  birthday: "5a4b1c7e-0002-4000-8000-000000000002",
} as const;

/** The settings of a bot, with the demo's rules where LINE and the platform are embedded and no rule is set. */
export const withDemoRules = (config: Config): Config =>
  config.hasDemoRules
    ? { ...config, giftSets: demoGiftSets, reminderDays: { coupon: 2, points: null } }
    : config;
