/** Finds what a person taps by its label, in the language in which it is shown. */
import { languages, type Language } from "../../config/environment-schema.ts";
import { firstPhrases, textIn } from "../../bot/i18n/answers/answer.ts";
import { builtInCatalogues, type Catalogues } from "../../bot/i18n/translate.ts";
import type { ChatItem } from "../../emulators/line/chats.ts";
import type { PersonAction } from "../../emulators/line/events.ts";
import type { Action } from "../../line/messages/message-types.ts";
import { foldedName } from "../../text/folded-name.ts";
import type { StoryPerson, StoryWorld } from "./story-world.ts";
import { isFaulty, type Faulty, type StoryAct } from "./story.ts";
import { actionsIn } from "./visible-lines.ts";

const maxNamed = 12;

/** @param tapped finds a button. @returns what LINE delivers, or why not. */
export function personAction(
  act: StoryAct,
  tapped: (wanted: { label: string } | { picks: true }) => Action | Faulty,
): PersonAction | Faulty {
  switch (act.type) {
    case "write":
      return { type: "text", text: act.text };
    case "tap": {
      const action = tapped({ label: act.label });
      return isFaulty(action) ? action : performed(action);
    }
    case "pick": {
      const action = tapped({ picks: true });
      if (isFaulty(action)) return action;
      const mode = action.type === "datetimepicker" ? action.mode : "date";
      const data = action.type === "datetimepicker" ? action.data : "";
      return { type: "postback", data: data ?? "", params: { [mode ?? "date"]: act.value } };
    }
    case "send":
      return sent[act.what];
    case "follow":
    case "unfollow":
      return { type: act.type };
  }
}

const sent: Readonly<Record<"sticker" | "photo" | "location", PersonAction>> = {
  sticker: { type: "sticker", packageId: "446", stickerId: "1988" },
  photo: { type: "image" },
  location: { type: "location", latitude: 13.7466, longitude: 100.5347 },
};

/** What a tap does that reaches the bot. */
function performed(action: Action): PersonAction | Faulty {
  if (action.type === "message") return { type: "text", text: action.text ?? "" };
  if (action.type !== "postback") {
    return { fault: { key: "story.fault.button.untold", values: { type: action.type } } };
  }
  const { data, displayText } = action;
  return { type: "postback", data: data ?? "", ...(displayText !== undefined && { displayText }) };
}

/** Everything that can be tapped in a chat, the newest message first. */
export const tappableIn = (items: readonly ChatItem[]): Action[] =>
  items
    .flatMap((item) => (item.kind === "from_account" ? [actionsIn([item.message])] : []))
    .toReversed()
    .flat();

/** Such as `Redeem (2)`. */
const ordinalForm = /^(.+?)(?<!\s)\s*[(（](\d{1,3})[)）]$/;

/** A label by which {@link actionNamed} finds the button of this number among those of the same label. */
export const numbered = (label: string, number: number): string =>
  number === 1 ? label : `${label} (${number})`;

/** The newest button or tile that is meant; else which there are. */
export function actionNamed(
  wanted: { label: string } | { picks: true },
  person: StoryPerson,
  { chatId, world }: { chatId: string; world: StoryWorld },
): Action | Faulty {
  const shown = tappableIn(world.line.chat(chatId));
  if ("picks" in wanted) {
    const picker = shown.find(({ type }) => type === "datetimepicker");
    return picker ?? { fault: { key: "story.fault.picker" } };
  }
  // A group has no rich menu.
  const tiles = chatId === person.lineId ? world.tiles(person.language) : [];
  const offered = [...shown, ...tiles];
  function called(name: string): Action[] {
    const labels = sameLabels(name, person.language, world.catalogues);
    return offered.filter(({ label }) => label !== undefined && labels.has(foldedName(label)));
  }
  const [first] = called(wanted.label);
  if (first) return first;
  const [, name, number] = ordinalForm.exec(wanted.label) ?? [];
  const equal = name === undefined ? [] : called(name);
  const found = equal[Number(number) - 1];
  if (found) return found;
  if (equal.length > 0) {
    const values = { count: equal.length, name: name ?? "" };
    return { fault: { key: "story.fault.button.fewer", values } };
  }
  const names = [...new Set(offered.flatMap(({ label }) => label ?? []))].slice(0, maxNamed);
  const values = { name: wanted.label, names: names.join(", ") };
  return { fault: { key: "story.fault.button.none", values } };
}

/** A label, and what stands in its place where the texts are others or in another language. */
function sameLabels(label: string, language: Language, catalogues: Catalogues): Set<string> {
  const wanted = foldedName(label);
  const keys = languages.flatMap((one) =>
    Object.entries(builtInCatalogues[one]).flatMap(([key, text]) =>
      foldedName(text) === wanted ? [key] : [],
    ),
  );
  const texts: Readonly<Record<string, string>> = catalogues[language];
  const ofAnswers = [...(catalogues.answers?.answers.values() ?? [])]
    .flatMap((answer) => [firstPhrases(answer), ...(answer.buttons ?? []).map((one) => one.label)])
    .filter((labels) => Object.values(labels).some((one) => foldedName(one) === wanted))
    .map((labels) => textIn(labels, [language]));
  const others = [...keys.map((key) => texts[key] ?? ""), ...ofAnswers];
  return new Set([wanted, ...others.map(foldedName)]);
}
