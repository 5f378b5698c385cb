/** The schema of a `CARD_FACTS` file: what a platform tells of cards and members beyond the contract, and how it is shown. */
import { z } from "zod";
import { languages, type Language } from "../../config/environment-schema.ts";
import { knownFields } from "../../loyalty/contract.ts";
import type { CardFact } from "../context.ts";

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
