/** LINE's rules for actions: what a tap may do, and how long its label may be, place by place. */
import type { messagingApi } from "@line/bot-sdk";
import {
  byType,
  fault,
  filled,
  filledGraphemes,
  linkUrl,
  needed,
  object,
  oneOf,
  pattern,
  type Needed,
  type Place,
  type Rule,
  type Rules,
  type Walk,
} from "./rule-builders.ts";

type Action = messagingApi.Action;

const dateForms: Record<messagingApi.DatetimePickerAction.ModeEnum, RegExp> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}$/,
  datetime: /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}$/,
};
/** Small letters, digits, hyphens and underscores. */
export const aliasForm = /^[a-z0-9_-]{1,32}$/;
const dateText = pattern(/^[\d:Tt-]{5,16}$/, "must be a date, a time or both");

function postbackAlso(action: messagingApi.PostbackAction, walk: Walk, at: Place): void {
  if (action.displayText !== undefined && action.text !== undefined) {
    fault(walk, { parent: at, key: "text" }, "displayText and text exclude each other");
  }
  if (action.fillInText !== undefined && action.inputOption !== "openKeyboard") {
    fault(walk, { parent: at, key: "fillInText" }, "needs inputOption openKeyboard");
  }
}

function datetimeAlso(action: messagingApi.DatetimePickerAction, walk: Walk, at: Place): void {
  const form = action.mode && dateForms[action.mode];
  if (!form) return;
  for (const key of ["initial", "max", "min"] as const) {
    const value = action[key];
    if (typeof value === "string" && !form.test(value)) {
      fault(walk, { parent: at, key }, `must be a ${action.mode}`);
    }
  }
  if (action.max !== undefined && action.min !== undefined && action.max <= action.min) {
    fault(walk, { parent: at, key: "max" }, "must be later than min");
  }
}

function elsewhere(rule: string): Rule {
  return (_value, walk, at) => fault(walk, { parent: at, key: "type" }, rule);
}

/** The rules of all actions where labels follow `label`; some kinds work in some places only. */
function actions(
  label: Rule | Needed,
  place: { quickReply?: boolean; richMenu?: boolean } = {},
): Rule {
  const base = { label };
  const device = (type: "camera" | "cameraRoll" | "location"): Rule =>
    place.quickReply
      ? object<messagingApi.CameraAction | messagingApi.CameraRollAction>({
          ...base,
          type: needed(oneOf(type)),
        })
      : elsewhere("only in a quick reply");
  return byType<Action>({
    postback: object<messagingApi.PostbackAction>(
      {
        ...base,
        type: needed(oneOf("postback")),
        data: needed(filled(300)),
        displayText: filledGraphemes(300),
        text: filledGraphemes(300),
        inputOption: oneOf("closeRichMenu", "openRichMenu", "openKeyboard", "openVoice"),
        fillInText: filledGraphemes(300),
      },
      postbackAlso,
    ),
    message: object<messagingApi.MessageAction>({
      ...base,
      type: needed(oneOf("message")),
      text: needed(filledGraphemes(300)),
    }),
    uri: object<messagingApi.URIAction>({
      ...base,
      type: needed(oneOf("uri")),
      uri: needed(linkUrl),
      altUri: place.quickReply
        ? (_value, walk, at) => fault(walk, at, "not in a quick reply")
        : object<messagingApi.AltUri>({ desktop: linkUrl }),
    }),
    clipboard: object<messagingApi.ClipboardAction>({
      ...base,
      type: needed(oneOf("clipboard")),
      clipboardText: needed(filled(1000)),
    }),
    datetimepicker: object<messagingApi.DatetimePickerAction>(
      {
        ...base,
        type: needed(oneOf("datetimepicker")),
        data: needed(filled(300)),
        mode: needed(oneOf("date", "time", "datetime")),
        initial: dateText,
        max: dateText,
        min: dateText,
      } satisfies Rules<messagingApi.DatetimePickerAction>,
      datetimeAlso,
    ),
    camera: device("camera"),
    cameraRoll: device("cameraRoll"),
    location: device("location"),
    richmenuswitch: place.richMenu
      ? object<messagingApi.RichMenuSwitchAction>({
          ...base,
          type: needed(oneOf("richmenuswitch")),
          richMenuAliasId: needed(pattern(aliasForm, "must be an alias's id")),
          data: needed(filled(300)),
        })
      : elsewhere("only in a rich menu"),
  });
}

export const templateAction: Rule = actions(needed(filledGraphemes(20)));
export const imageColumnAction: Rule = actions(filledGraphemes(12));
export const quickReplyAction: Rule = actions(needed(filledGraphemes(20)), { quickReply: true });
export const buttonAction: Rule = actions(needed(filledGraphemes(40)));
/** A tap on anything in a Flex message that isn't a button: its label isn't shown. */
export const flexAction: Rule = actions(filledGraphemes(40));
/** An area of a rich menu: its label is for screen readers. */
export const richMenuAction: Rule = actions(filledGraphemes(20), { richMenu: true });
