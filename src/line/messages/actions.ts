/** Validation rules for actions, and for the length of their labels in each kind of message. */
import type { messagingApi } from "@line/bot-sdk";
import {
  addFault,
  byType,
  fileUrl,
  linkUrl,
  list,
  nonEmptyGraphemes,
  nonEmptyText,
  object,
  oneOf,
  pattern,
  type Position,
  required,
  type RequiredRule,
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

function checkPostback(action: messagingApi.PostbackAction, walk: Walk, at: Position): void {
  if (action.displayText !== undefined && action.text !== undefined) {
    addFault(walk, { parent: at, key: "text" }, "displayText and text exclude each other");
  }
  if (action.fillInText !== undefined && action.inputOption !== "openKeyboard") {
    addFault(walk, { parent: at, key: "fillInText" }, "needs inputOption openKeyboard");
  }
}

function checkDatetime(action: messagingApi.DatetimePickerAction, walk: Walk, at: Position): void {
  const form = action.mode && dateForms[action.mode];
  if (!form) return;
  for (const key of ["initial", "max", "min"] as const) {
    const value = action[key];
    if (typeof value === "string" && !form.test(value)) {
      addFault(walk, { parent: at, key }, `must be a ${action.mode}`);
    }
  }
  if (action.max !== undefined && action.min !== undefined && action.max <= action.min) {
    addFault(walk, { parent: at, key: "max" }, "must be later than min");
  }
}

/** Rejects an action type that isn't allowed in this kind of message. */
function notAllowed(rule: string): Rule {
  return (_value, walk, at) => addFault(walk, { parent: at, key: "type" }, rule);
}

/** The rule for an action with this label rule; some action types are allowed in quick replies or rich menus only. */
function actions(
  label: Rule | RequiredRule,
  usedIn: { quickReply?: boolean; richMenu?: boolean } = {},
): Rule {
  const base = { label };
  const device = (type: "camera" | "cameraRoll" | "location"): Rule =>
    usedIn.quickReply
      ? object<messagingApi.CameraAction | messagingApi.CameraRollAction>({
          ...base,
          type: required(oneOf(type)),
        })
      : notAllowed("only in a quick reply");
  return byType<Action>({
    postback: object<messagingApi.PostbackAction>(
      {
        ...base,
        type: required(oneOf("postback")),
        data: required(nonEmptyText(300)),
        displayText: nonEmptyGraphemes(300),
        text: nonEmptyGraphemes(300),
        inputOption: oneOf("closeRichMenu", "openRichMenu", "openKeyboard", "openVoice"),
        fillInText: nonEmptyGraphemes(300),
      },
      checkPostback,
    ),
    message: object<messagingApi.MessageAction>({
      ...base,
      type: required(oneOf("message")),
      text: required(nonEmptyGraphemes(300)),
    }),
    uri: object<messagingApi.URIAction>({
      ...base,
      type: required(oneOf("uri")),
      uri: required(linkUrl),
      altUri: usedIn.quickReply
        ? (_value, walk, at) => addFault(walk, at, "not in a quick reply")
        : object<messagingApi.AltUri>({ desktop: linkUrl }),
    }),
    clipboard: object<messagingApi.ClipboardAction>({
      ...base,
      type: required(oneOf("clipboard")),
      clipboardText: required(nonEmptyText(1000)),
    }),
    datetimepicker: object<messagingApi.DatetimePickerAction>(
      {
        ...base,
        type: required(oneOf("datetimepicker")),
        data: required(nonEmptyText(300)),
        mode: required(oneOf("date", "time", "datetime")),
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
          type: required(oneOf("richmenuswitch")),
          richMenuAliasId: required(pattern(aliasForm, "must be an alias's id")),
          data: required(nonEmptyText(300)),
        })
      : notAllowed("only in a rich menu"),
  });
}

const quickReplyAction: Rule = actions(required(nonEmptyGraphemes(20)), {
  quickReply: true,
});

/** The properties that every message has. */
export const base = {
  quickReply: object<messagingApi.QuickReply>({
    items: required(
      list(
        object<messagingApi.QuickReplyItem>({
          type: required(oneOf("action")),
          imageUrl: fileUrl,
          action: required(quickReplyAction),
        }),
        1,
        13,
      ),
    ),
  }),
  sender: object<messagingApi.Sender>({
    name: (value, walk, at) => {
      senderName(value, walk, at);
      if (typeof value === "string" && /\bLINE\b/i.test(value))
        addFault(walk, at, "a reserved word");
    },
    iconUrl: fileUrl,
  }),
};

/** A button of a template message. */
export const templateAction: Rule = actions(required(nonEmptyGraphemes(20)));
export const imageColumnAction: Rule = actions(nonEmptyGraphemes(12));

/** A button of a Flex message. */
export const buttonAction: Rule = actions(required(nonEmptyGraphemes(40)));
/** The action of a Flex component other than a button; its label isn't shown. */
export const flexAction: Rule = actions(nonEmptyGraphemes(40));
/** The action of a rich menu's area; its label is read by screen readers. */
export const richMenuAction: Rule = actions(nonEmptyGraphemes(20), { richMenu: true });

// Validation rules for the properties that several types of message share.

/** The text that notifications and screen readers show. */
export const altText = required(nonEmptyText(1500));
/** An id or token of LINE's. */
export const id = nonEmptyText(2000);

const senderName = nonEmptyText(20);
