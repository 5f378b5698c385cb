/** Sample cards and coupons for the replies' samples. */
import type { Coupon, MemberProfile } from "../../loyalty/contract.ts";
import type { Language } from "../../config/environment-schema.ts";
import type { CardFact, RenderContext } from "../context.ts";
import type { PersonName } from "./person-name.ts";

const types = ["GOLD", "SILVER", "PLATINUM"];

const dayMs = 86_400_000;

/** A name in each language, so that samples show how it is written and addressed. */
const names: Readonly<Record<Language, PersonName>> = {
  th: { name: "สมชาย", lastName: "ใจดี" },
  en: { name: "Olivia", lastName: "Brown" },
  ja: { name: "陽菜", lastName: "田中" },
  "zh-TW": { name: "怡君", lastName: "林" },
};

export const sampleMember = ({ language }: RenderContext): PersonName => names[language];

export const longestMember: PersonName = { name: "Wolfeschlegelstein".repeat(9), lastName: "" };

/** A profile with `count` cards of the given points each, and with a value for each fact that cards show. */
export function sampleCards(
  { brand, now }: RenderContext,
  count: number,
  { name, lastName }: PersonName,
  point: number,
): PersonName & Pick<MemberProfile, "uuid" | "cards" | "otherData"> {
  const facts = brand.cardFacts ?? [];
  const inThreeMonths = new Date(now + 90 * dayMs).toISOString();
  const valueOf = ({ kind }: CardFact): string | number => {
    if (kind === "text") return name;
    return kind === "date" || kind === "expiry" ? inThreeMonths : point;
  };
  const fieldsOf = (wanted: CardFact["owner"]) =>
    Object.assign(
      {},
      ...facts
        .filter(({ owner }) => owner === wanted)
        .map((fact) => nested(fact.path, valueOf(fact))),
    ) as object;
  const otherData = facts
    .filter(({ owner }) => owner === "otherData")
    .map((fact) => ({ key: fact.path.join("."), value: String(valueOf(fact)) }));
  return {
    ...fieldsOf("profile"),
    uuid: "sample",
    name,
    lastName,
    otherData,
    cards: Array.from({ length: count }, (_, index) => ({
      ...fieldsOf("card"),
      uuid: String(index),
      card_no: String(880_000_000_001 + index),
      card_nickname: `${name} ${index + 1}`,
      card_type: types[index % types.length] ?? "",
      point,
    })),
  };
}

/** An object with the value in fields in fields. */
const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, name) => ({ [name]: inner }), value);

/** Coupons of which the first expires in 10 minutes and each other a week after the one before. */
export function sampleCoupons({ now }: RenderContext, count: number, name: string): Coupon[] {
  return Array.from({ length: count }, (_, index) => ({
    uuid: `sample-${index}`,
    code: `SAMPLE${index}A7X`,
    coupon_set_uuid: "sample",
    coupon_set_name: name,
    status: "GIVEN",
    member_uuid: "sample",
    expires_at: new Date(now + 600_000 + index * 7 * dayMs).toISOString(),
  }));
}
