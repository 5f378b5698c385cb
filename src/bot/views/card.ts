/** A membership card as it is shown: its words, colours and picture, and what the platform tells of it beyond the contract, as far as `CARD_FACTS` names it. */
import { z } from "zod";
import { type Language, languages } from "../../config/environment-schema.ts";
import type { Action, FlexComponent } from "../../line/messages/prepare-reply.ts";
import {
  knownFields,
  type MemberCard,
  type MemberProfile,
  type Transaction,
} from "../../loyalty/contract.ts";
import { readEnd, readStart } from "../../loyalty/platform-time.ts";
import { changeOf } from "../../loyalty/points.ts";
import type { CardFact, CardStyle, RenderContext } from "../context.ts";
import { locales } from "../i18n/format.ts";
import { fitsPostback } from "../routing/postback.ts";
import { surface } from "./color-contrast.ts";
import { endTimeOfDay, lastInstantBefore } from "./dates.ts";
import * as ui from "./flex-components.ts";
import { addressedName, type PersonName } from "./person-name.ts";

// Formats the title, type and number of a membership card, and the points of its movements.

const maxNameLength = 60;

type CardNames = Pick<MemberCard, "card_nickname" | "card_type">;

/** The card's nickname, else its type; may be empty. */
export const cardTitle = ({ card_nickname, card_type }: CardNames): string =>
  ui.clip(card_nickname.trim() || card_type.trim(), maxNameLength);

/** The title for members, who are shown the word for a card if it has neither nickname nor type. */
export const cardTitleIn = ({ t }: RenderContext, card: CardNames): string =>
  cardTitle(card) || t("card.label");

/** The card's nickname as a line, unless it only says the type, which the card's badge shows. */
export function cardNickname(card: MemberCard): FlexComponent[] {
  const title = cardTitle(card);
  const isType =
    title.toLowerCase() === ui.clip(card.card_type.trim(), maxNameLength).toLowerCase();
  return isType ? [] : ui.optionalLine(title, { weight: "bold", maxLines: 2 });
}

/** Tells a member that they have no card. */
export function noCardText({ t, language }: RenderContext, member: PersonName): string {
  const name = addressedName(member, language);
  return name ? t("balance.empty", { name }) : t("balance.empty.nameless");
}

/** The number in groups of four; one that contains separators stays as it is. */
export function groupedNumber(cardNo: string): string {
  const grouped = /^[a-z\d]+$/i.test(cardNo) ? cardNo.replace(/.{4}(?=.)/g, "$& ") : cardNo;
  return ui.clip(grouped, maxNameLength);
}

/** How a movement changed the balance, with one sign, such as `+78` or `−60`. */
export function signedPoints(
  t: RenderContext["t"],
  movement: Pick<Transaction, "type" | "points">,
): string {
  const change = changeOf(movement);
  const sign = change < 0 ? "\u2212" : change > 0 ? "+" : "";
  return `${sign}${t("number", { number: Math.abs(change) })}`;
}

// Tells how cards of a type look: their colour and their picture, by default the brand's colour alone.

const hexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, "must be a colour such as #B4475F");
const maxTypes = 1000;

/** A type as it is compared. */
export const typeKey = (cardType: string) => cardType.trim().toLowerCase();

/**
 * The content of a `CARD_STYLES` file: `{color?, picture?}` by card type. Upper and lower case of a type don't
 * matter, as the platform's own writing may differ between cards.
 * @param allowHttp whether LINE loads pictures over http, which only an embedded one does.
 */
export const cardStylesSchema = (allowHttp: boolean) =>
  z
    .record(
      z.string().trim().min(1),
      z.strictObject({
        color: hexColor.optional(),
        picture: z
          .string()
          .refine(
            (address) =>
              ui.linkUri(address, "https:", ui.maxPictureUrl) !== null ||
              (allowHttp && ui.linkUri(address, "http:", ui.maxPictureUrl) !== null),
            "must be an https address of a PNG or JPEG",
          )
          .optional(),
      }),
    )
    .refine(
      (styles) => new Set(Object.keys(styles).map(typeKey)).size === Object.keys(styles).length,
      "names a card type twice",
    )
    .refine((styles) => Object.keys(styles).length <= maxTypes, `at most ${maxTypes} card types`)
    .transform(
      (styles): ReadonlyMap<string, CardStyle> =>
        new Map(Object.entries(styles).map(([type, style]) => [typeKey(type), style])),
    );

export interface CardColors {
  fill: string;
  /** Legible on `fill`, as `fill` is on it. */
  text: string;
  /** The address of the type's picture; null = none. */
  picture: string | null;
}

/** The look of a card of this type. */
export function cardColors({ brand, images }: RenderContext, cardType: string): CardColors {
  const style = brand.cardStyles?.get(typeKey(cardType));
  return {
    ...surface(style?.color ?? brand.color, ui.palette.strong),
    picture: ui.pictureUrl(images, style?.picture),
  };
}

// The action of a button that shows one card with its codes.

/** The name of the intent that shows cards. */
export const cardIntent = "card";

export function showCard(label: string, { uuid }: MemberCard): Action {
  const details = { card: uuid };
  return ui.postbackAction(label, cardIntent, fitsPostback(cardIntent, details) ? details : {});
}

// Renders what the platform tells of a card and its member beyond the contract, as far as `CARD_FACTS` names it.

/** A member as far as facts are read from them; samples may have nothing of it. */
export type FactOwner = Partial<Pick<MemberProfile, "otherData">>;

/** A fact as people read it. */
interface ShownFact {
  label: string;
  value: string;
}

/** The facts of a place for members, each as a row of its label and its value; none whose value isn't of its kind. */
export const cardFactRows = (
  ctx: RenderContext,
  place: Exclude<CardFact["place"], "staff">,
  card: MemberCard,
  member: FactOwner,
  colors: { label: string; value: string },
): FlexComponent[] =>
  shownFacts(ctx, { card, profile: member }, (fact) => fact.place === place).map(
    ({ label, value }) =>
      ui.row([
        ui.textLine(label, { size: "xs", color: colors.label, flex: 2 }),
        ui.textLine(value, {
          size: "xs",
          weight: "bold",
          align: "end",
          color: colors.value,
          flex: 3,
        }),
      ]),
  );

/** The facts on the white ground below a card's face. */
export const cardFactsBelow = (ctx: RenderContext, card: MemberCard, member: FactOwner) =>
  cardFactRows(ctx, "below", card, member, { label: ui.palette.soft, value: ui.palette.strong });

/** Whether members are shown any fact with the card. */
export const showsFacts = (ctx: RenderContext, card: MemberCard, member: FactOwner): boolean =>
  shownFacts(ctx, { card, profile: member }, ({ place }) => place !== "staff").length > 0;

/** The facts of a card, or those of the member, in one line for staff; empty if there are none. */
export const factLine = (
  ctx: RenderContext,
  owners: { card: MemberCard } | { profile: FactOwner },
): string =>
  shownFacts(ctx, owners, () => true)
    .map((fact) => ctx.t("fact.line", fact))
    .join(" · ");

const isShownExpiry = ({ kind, place }: CardFact): boolean =>
  kind === "expiry" && place !== "staff";

/** What members are told of expiry: a line for each fact of this kind, headed by its card where there are several. */
export function expiryLines(
  ctx: RenderContext,
  member: Pick<MemberProfile, "cards"> & FactOwner,
): string[] {
  const { cards } = member;
  const line = (fact: ShownFact) => ctx.t("fact.line", fact);
  const ofMember = shownFacts(ctx, { profile: member }, isShownExpiry).map(line);
  const ofCards = cards.flatMap((card) =>
    shownFacts(ctx, { card }, isShownExpiry).map((fact) =>
      cards.length > 1
        ? ctx.t("fact.line", { label: cardTitleIn(ctx, card), value: line(fact) })
        : line(fact),
    ),
  );
  return [...ofMember, ...ofCards];
}

function shownFacts(
  ctx: RenderContext,
  owners: { card?: MemberCard; profile?: FactOwner },
  isWanted: (fact: CardFact) => boolean,
): ShownFact[] {
  return (ctx.brand.cardFacts ?? []).flatMap((fact) => {
    const label = fact.label[ctx.language];
    if (!isWanted(fact) || label === undefined) return [];
    const value = factText(ctx, fact, valueOf(fact, owners));
    return value === null ? [] : [{ label, value }];
  });
}

/** The raw value; undefined where the platform tells nothing. */
export function valueOf(
  { owner, path }: CardFact,
  { card, profile }: { card?: MemberCard; profile?: FactOwner },
): unknown {
  if (owner === "otherData") {
    return profile?.otherData?.find(({ key }) => key.trim() === path[0])?.value;
  }
  return path.reduce<unknown>(fieldOf, owner === "card" ? card : profile);
}

const fieldOf = (parent: unknown, name: string): unknown =>
  typeof parent === "object" && parent !== null && Object.hasOwn(parent, name)
    ? (parent as Record<string, unknown>)[name]
    : undefined;

// Reads a value that the platform sends beyond the contract by its kind, and formats it.

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
  return ui.clip(text.replaceAll(/\s+/g, " ").trim(), maxTextLength) || null;
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

// The schema of a `CARD_FACTS` file: what a platform tells of cards and members beyond the contract, and how it is shown.

/** With ten cards in a reply, more of the longest texts would exceed LINE's limit for a carousel. */
const maxFacts = 8;
const maxLabelLength = 30;

const label = z.string().trim().min(1).max(maxLabelLength);
const currency = z
  .string()
  .refine(
    (code) => Intl.supportedValuesOf("currency").includes(code),
    "must be an ISO 4217 code such as THB",
  );
/** Where a value is read from: `card.` or `profile.` and a field, or `otherData.` and a key. */
const sourcePattern = /^(card|profile|otherData)\.(.*[^.\s].*)$/;

/**
 * The content of the file: `{label, kind, place, currency?}` by where the value is read from, in the order in
 * which it is shown.
 * @param offered the languages in which every label is needed.
 */
export function cardFactsSchema(offered: readonly Language[]) {
  const labels = z.strictObject(
    Object.fromEntries(
      languages.map((one) => [one, offered.includes(one) ? label : label.optional()]),
    ),
  );
  const presentation = { label: labels, place: z.enum(["face", "below", "staff"]) };
  const fact = z.discriminatedUnion("kind", [
    z.strictObject({ ...presentation, kind: z.literal("money"), currency }),
    z.strictObject({
      ...presentation,
      kind: z.enum(["points", "number", "date", "expiry", "text"]),
    }),
  ]);
  return z
    .record(z.string(), fact)
    .refine((facts) => Object.keys(facts).length <= maxFacts, `at most ${maxFacts} facts`)
    .superRefine((facts, context) => {
      for (const name of Object.keys(facts)) {
        const message = sourceFault(name);
        if (message !== null) context.addIssue({ code: "custom", path: [name], message });
      }
    })
    .transform((facts): readonly CardFact[] =>
      Object.entries(facts).map(([name, one]) => ({ ...one, ...partsOf(name) })),
    );
}

/** The key of `otherData` is one name, even with dots in it. */
function partsOf(name: string): Pick<CardFact, "owner" | "path"> {
  const dot = name.indexOf(".");
  const owner = name.slice(0, dot) as CardFact["owner"];
  const rest = name.slice(dot + 1).trim();
  return { owner, path: owner === "otherData" ? [rest] : rest.split(".") };
}

function sourceFault(name: string): string | null {
  if (!sourcePattern.test(name)) {
    return "must begin with card., profile. or otherData. and go on with a name";
  }
  const { owner, path } = partsOf(name);
  const isKnown = owner !== "otherData" && knownFields[owner].includes(path[0] ?? "");
  return isKnown ? "is a field of the contract, which isn't shown as something beyond it" : null;
}
