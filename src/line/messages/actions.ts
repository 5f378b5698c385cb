/** Validation rules for actions, and for the length of their labels in each kind of message. */
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
/** Form of a rich menu alias id: 1 to 32 lower-case letters, digits, hyphens and underscores. */
export const aliasForm = /^[a-z0-9_-]{1,32}$/;
const dateText = pattern(/^[\d:Tt-]{5,16}$/, "must be a date, a time or both");

function checkPostback(action: messagingApi.PostbackAction, walk: Walk, at: Place): void {
  if (action.displayText !== undefined && action.text !== undefined) {
    fault(walk, { parent: at, key: "text" }, "displayText and text exclude each other");
  }
  if (action.fillInText !== undefined && action.inputOption !== "openKeyboard") {
    fault(walk, { parent: at, key: "fillInText" }, "needs inputOption openKeyboard");
  }
}

function checkDatetime(action: messagingApi.DatetimePickerAction, walk: Walk, at: Place): void {
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

/** Rejects an action type that isn't allowed in this kind of message. */
function notAllowed(rule: string): Rule {
  return (_value, walk, at) => fault(walk, { parent: at, key: "type" }, rule);
}

/** The rule for an action with this label rule; some action types are allowed in quick replies or rich menus only. */
function actions(
  label: Rule | Needed,
  usedIn: { quickReply?: boolean; richMenu?: boolean } = {},
): Rule {
  const base = { label };
  const device = (type: "camera" | "cameraRoll" | "location"): Rule =>
    usedIn.quickReply
      ? object<messagingApi.CameraAction | messagingApi.CameraRollAction>({
          ...base,
          type: needed(oneOf(type)),
        })
      : notAllowed("only in a quick reply");
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
      checkPostback,
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
      altUri: usedIn.quickReply
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
      checkDatetime,
    ),
    camera: device("camera"),
    cameraRoll: device("cameraRoll"),
    location: device("location"),
    richmenuswitch: usedIn.richMenu
      ? object<messagingApi.RichMenuSwitchAction>({
          ...base,
          type: needed(oneOf("richmenuswitch")),
          richMenuAliasId: needed(pattern(aliasForm, "must be an alias's id")),
          data: needed(filled(300)),
        })
      : notAllowed("only in a rich menu"),
  });
}

/** A button of a template message. */
export const templateAction: Rule = actions(needed(filledGraphemes(20)));
export const imageColumnAction: Rule = actions(filledGraphemes(12));
export const quickReplyAction: Rule = actions(needed(filledGraphemes(20)), { quickReply: true });
/** A button of a Flex message. */
export const buttonAction: Rule = actions(needed(filledGraphemes(40)));
/** The action of a Flex component other than a button; its label isn't shown. */
export const flexAction: Rule = actions(filledGraphemes(40));
/** The action of a rich menu's area; its label is read by screen readers. */
export const richMenuAction: Rule = actions(filledGraphemes(20), { richMenu: true });
