/** Renders what the platform tells of a card and its member beyond the contract, as far as `CARD_FACTS` names it. */
import type { FlexComponent } from "../../line/messages/prepare-reply.ts";
import type { MemberCard, MemberProfile } from "../../loyalty/contract.ts";
import type { CardFact, RenderContext } from "../context.ts";
import { factText } from "./card-fact-text.ts";
import { cardTitleIn } from "./card-text.ts";
import { palette, row, textLine } from "./flex-components.ts";

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
      row([
        textLine(label, { size: "xs", color: colors.label, flex: 2 }),
        textLine(value, { size: "xs", weight: "bold", align: "end", color: colors.value, flex: 3 }),
      ]),
  );

/** The facts on the white ground below a card's face. */
export const cardFactsBelow = (ctx: RenderContext, card: MemberCard, member: FactOwner) =>
  cardFactRows(ctx, "below", card, member, { label: palette.soft, value: palette.strong });

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
