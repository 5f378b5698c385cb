/** All intents, and the router to them. The router checks arguments in this order. */
import type { Intent } from "../context.ts";
import { createTextRouter, type RouteEvent } from "../routing/text-router.ts";
import { answer } from "./answer.ts";
import { balance } from "./balance.ts";
import { campaigns } from "./campaigns.ts";
import { card } from "./card.ts";
import { contact } from "./contact.ts";
import { couponCheck } from "./coupon-check.ts";
import { coupons } from "./coupons.ts";
import { greeting } from "./greeting.ts";
import { help } from "./help.ts";
import { history } from "./history.ts";
import { language } from "./language.ts";
import { noReminders } from "./no-reminders.ts";
import { pointsExpiry } from "./points-expiry.ts";
import { question } from "./questions/questions.ts";
import { redeem, redemption } from "./redeem/redeem.ts";
import { register, registered } from "./register.ts";
import { rewardsIntent } from "./rewards/rewards.ts";
import { smallTalk } from "./small-talk.ts";
import { thanks } from "./thanks.ts";
import { unknown, wordless } from "./unknown.ts";

export const intents: readonly Intent[] = [
  balance,
  card,
  coupons,
  rewardsIntent,
  couponCheck,
  history,
  campaigns,
  redeem,
  redemption,
  language,
  contact,
  question,
  pointsExpiry,
  noReminders,
  help,
  greeting,
  thanks,
  smallTalk,
  register,
  registered,
  answer,
  wordless,
  unknown,
];

/** The names of those that people ask for by words of their own. */
export const askableIntents: readonly string[] = intents
  .filter(({ phrases }) => Object.values(phrases).some((list) => list.length > 0))
  .map(({ name }) => name);

let route: RouteEvent | null = null;

/** Routes an event to an intent. The phrases are indexed once for all bots of a process, at the first event. */
export const routeToIntent: RouteEvent = (event, options) => {
  route ??= createTextRouter(intents);
  return route(event, options);
};
