/** Reads a value that the platform sends beyond the contract by its kind, and formats it. */
import type { CardFact, RenderContext } from "../context.ts";
import { locales } from "../i18n/translate.ts";
import { readEnd, readStart } from "../../loyalty/platform-time.ts";
import { endTimeOfDay, lastInstantBefore } from "./dates.ts";
import { clip } from "./flex-components.ts";

const maxTextLength = 40;

/** @returns null for a value that isn't of the fact's kind: nothing is guessed. */
export function factText(
  ctx: RenderContext,
  { kind, currency }: Pick<CardFact, "kind" | "currency">,
  value: unknown,
): string | null {
  const { t } = ctx;
  if (kind === "text") return shortText(value);
  if (kind === "date" || kind === "expiry") return dayText(ctx, kind, value);
  const number = numberIn(value);
  if (number === null) return null;
  if (kind === "money") return moneyFormat(ctx, currency ?? "").format(number);
  if (kind === "number") return t("number", { number });
  return Number.isSafeInteger(number) ? t("fact.points", { points: number }) : null;
}

function shortText(value: unknown): string | null {
  const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== "string") return null;
  return clip(text.replaceAll(/\s+/g, " ").trim(), maxTextLength) || null;
}

const numeral = /^-?(\d{1,15}|\d{1,3}(,\d{3}){1,4})(\.\d{1,9})?$/;
/** Above it, a number may not be the one that was sent. */
const maxNumber = 1e15;

/** A number, or a text that is nothing but one. */
export function numberIn(value: unknown): number | null {
  if (typeof value === "number") return Math.abs(value) <= maxNumber ? value : null;
  const text = typeof value === "string" ? value.trim() : "";
  return numeral.test(text) ? Number(text.replaceAll(",", "")) : null;
}

/** A day of the year 1 or 9999 stands for one that isn't known. */
const firstYear = 1900;
const lastYear = 2999;

/** A time of day whose offset from UTC isn't said: in a field that people fill in, it may be the time of any place. */
const withoutOffset = /:\d\d(\.\d+)?$(?<![+-]\d\d:\d\d)/;

/**
 * As a date, its start in the business's time zone; as an expiry, an exclusive end like a coupon's.
 * @returns milliseconds since 1970; null for what isn't a date that can be shown.
 */
export function timeIn(kind: "date" | "expiry", value: unknown, timeZone: string): number | null {
  const text = typeof value === "string" ? value.trim() : "";
  const year = Number(text.slice(0, 4));
  if (!(year >= firstYear && year <= lastYear) || withoutOffset.test(text)) return null;
  const time = kind === "date" ? readStart(text, timeZone) : readEnd(text, timeZone);
  return time.kind === "read" ? time.at : null;
}

function dayText(ctx: RenderContext, kind: "date" | "expiry", value: unknown): string | null {
  const { t, timeZone } = ctx;
  const at = timeIn(kind, value, timeZone);
  if (at === null) return null;
  if (kind === "date") return t("fact.day", { at });
  const end = endTimeOfDay(at, timeZone);
  return end === null
    ? t("fact.day", { at: lastInstantBefore(at) })
    : t("history.when", { at: end });
}

const moneyFormats = new Map<string, Intl.NumberFormat>();

/** Made once for each language and currency, since that takes as long as a whole reply. */
function moneyFormat({ language }: RenderContext, currency: string): Intl.NumberFormat {
  const id = `${language}/${currency}`;
  let format = moneyFormats.get(id);
  if (!format) {
    const trailingZeroDisplay = "stripIfInteger";
    format = new Intl.NumberFormat(locales[language], {
      style: "currency",
      currency,
      trailingZeroDisplay,
    });
    moneyFormats.set(id, format);
  }
  return format;
}
