/** An answer as its fields have it, and as JSON. Pure. */

export interface ButtonForm {
  label: Readonly<Record<string, string>>;
  /** What a tap does: opens an address, or asks the bot. */
  does: "url" | "intent";
  target: string;
}

/** Empty fields are texts without characters. */
export interface AnswerForm {
  phrases: Readonly<Record<string, readonly string[]>>;
  reply: Readonly<Record<string, string>>;
  picture: string;
  buttons: readonly ButtonForm[];
  from: string;
  until: string;
  /** Times of the day. */
  begins: string;
  ends: string;
}

export const emptyForm: AnswerForm = {
  phrases: {},
  reply: {},
  picture: "",
  buttons: [],
  from: "",
  until: "",
  begins: "",
  ends: "",
};

/** A field for times knows no end of the day but the beginning of the next one. */
const [midnight, endOfDay] = ["00:00", "24:00"];

/** @param json that the server has checked. */
export function formOf(json: string): AnswerForm {
  if (json === "") return emptyForm;
  const { phrases, reply, picture, buttons, from, until, hours } = JSON.parse(json);
  const [begins = "", ends = ""] = (hours ?? "").split("-");
  return {
    phrases: phrases ?? {},
    reply: reply ?? {},
    picture: picture ?? "",
    buttons: (buttons ?? []).map(
      ({ label, url, intent }: { label: ButtonForm["label"]; url?: string; intent?: string }) => ({
        label,
        does: url === undefined ? "intent" : "url",
        target: url ?? intent ?? "",
      }),
    ),
    from: from ?? "",
    until: until ?? "",
    begins,
    ends: ends === endOfDay ? midnight : ends,
  };
}

const filled = <Value extends { length: number }>(texts: Readonly<Record<string, Value>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, value]) => value.length > 0));

/** Without what is empty. */
export function jsonOf(form: AnswerForm): string {
  const { phrases, reply, picture, buttons, from, until, begins, ends } = form;
  const asked = filled(phrases);
  const isWholeDay = begins === midnight && ends === midnight;
  return JSON.stringify({
    ...(Object.keys(asked).length > 0 && { phrases: asked }),
    reply: filled(reply),
    ...(picture && { picture }),
    ...(buttons.length > 0 && {
      buttons: buttons.map(({ label, does, target }) => ({
        label: filled(label),
        [does]: target,
      })),
    }),
    ...(from && { from }),
    ...(until && { until }),
    ...((begins || ends) && { hours: `${begins}-${isWholeDay ? endOfDay : ends}` }),
  });
}

/** A name for an answer to a text: of its Latin letters, else with a number. */
export function nameFor(text: string, taken: ReadonlySet<string>): string {
  const slug = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 50)
    .replace(/^-|-$/g, "");
  for (let number = 1; ; number += 1) {
    const name = slug && number === 1 ? slug : `${slug || "answer"}-${number}`;
    if (!taken.has(name) && name !== "fallback") return name;
  }
}
