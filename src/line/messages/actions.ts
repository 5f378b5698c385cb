/** Validation rules for actions, and for the length of their labels in each kind of message. */
import type { messagingApi } from "@line/bot-sdk";
import * as rules from "./rule-builders.ts";

type Action = messagingApi.Action;

const dateForms: Record<messagingApi.DatetimePickerAction.ModeEnum, RegExp> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}$/,
  datetime: /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}$/,
};
/** Form of a rich menu alias id: 1 to 32 lower-case letters, digits, hyphens and underscores. */
export const aliasForm = /^[a-z0-9_-]{1,32}$/;
const dateText = rules.pattern(/^[\d:Tt-]{5,16}$/, "must be a date, a time or both");

function checkPostback(
  action: messagingApi.PostbackAction,
  walk: rules.Walk,
  at: rules.Position,
): void {
  if (action.displayText !== undefined && action.text !== undefined) {
    rules.addFault(walk, { parent: at, key: "text" }, "displayText and text exclude each other");
  }
  if (action.fillInText !== undefined && action.inputOption !== "openKeyboard") {
    rules.addFault(walk, { parent: at, key: "fillInText" }, "needs inputOption openKeyboard");
  }
}

function checkDatetime(
  action: messagingApi.DatetimePickerAction,
  walk: rules.Walk,
  at: rules.Position,
): void {
  const form = action.mode && dateForms[action.mode];
  if (!form) return;
  for (const key of ["initial", "max", "min"] as const) {
    const value = action[key];
    if (typeof value === "string" && !form.test(value)) {
      rules.addFault(walk, { parent: at, key }, `must be a ${action.mode}`);
    }
  }
  if (action.max !== undefined && action.min !== undefined && action.max <= action.min) {
    rules.addFault(walk, { parent: at, key: "max" }, "must be later than min");
  }
}

/** Rejects an action type that isn't allowed in this kind of message. */
function notAllowed(rule: string): rules.Rule {
  return (_value, walk, at) => rules.addFault(walk, { parent: at, key: "type" }, rule);
}

/** The rule for an action with this label rule; some action types are allowed in quick replies or rich menus only. */
function actions(
  label: rules.Rule | rules.RequiredRule,
  usedIn: { quickReply?: boolean; richMenu?: boolean } = {},
): rules.Rule {
  const base = { label };
  const device = (type: "camera" | "cameraRoll" | "location"): rules.Rule =>
    usedIn.quickReply
      ? rules.object<messagingApi.CameraAction | messagingApi.CameraRollAction>({
          ...base,
          type: rules.required(rules.oneOf(type)),
        })
      : notAllowed("only in a quick reply");
  return rules.byType<Action>({
    postback: rules.object<messagingApi.PostbackAction>(
      {
        ...base,
        type: rules.required(rules.oneOf("postback")),
        data: rules.required(rules.nonEmptyText(300)),
        displayText: rules.nonEmptyGraphemes(300),
        text: rules.nonEmptyGraphemes(300),
        inputOption: rules.oneOf("closeRichMenu", "openRichMenu", "openKeyboard", "openVoice"),
        fillInText: rules.nonEmptyGraphemes(300),
      },
      checkPostback,
    ),
    message: rules.object<messagingApi.MessageAction>({
      ...base,
      type: rules.required(rules.oneOf("message")),
      text: rules.required(rules.nonEmptyGraphemes(300)),
    }),
    uri: rules.object<messagingApi.URIAction>({
      ...base,
      type: rules.required(rules.oneOf("uri")),
      uri: rules.required(rules.linkUrl),
      altUri: usedIn.quickReply
        ? (_value, walk, at) => rules.addFault(walk, at, "not in a quick reply")
        : rules.object<messagingApi.AltUri>({ desktop: rules.linkUrl }),
    }),
    clipboard: rules.object<messagingApi.ClipboardAction>({
      ...base,
      type: rules.required(rules.oneOf("clipboard")),
      clipboardText: rules.required(rules.nonEmptyText(1000)),
    }),
    datetimepicker: rules.object<messagingApi.DatetimePickerAction>(
      {
        ...base,
        type: rules.required(rules.oneOf("datetimepicker")),
        data: rules.required(rules.nonEmptyText(300)),
        mode: rules.required(rules.oneOf("date", "time", "datetime")),
        initial: dateText,
        max: dateText,
        min: dateText,
      } satisfies rules.Rules<messagingApi.DatetimePickerAction>,
      checkDatetime,
    ),
    camera: device("camera"),
    cameraRoll: device("cameraRoll"),
    location: device("location"),
    richmenuswitch: usedIn.richMenu
      ? rules.object<messagingApi.RichMenuSwitchAction>({
          ...base,
          type: rules.required(rules.oneOf("richmenuswitch")),
          richMenuAliasId: rules.required(rules.pattern(aliasForm, "must be an alias's id")),
          data: rules.required(rules.nonEmptyText(300)),
        })
      : notAllowed("only in a rich menu"),
  });
}

const quickReplyAction: rules.Rule = actions(rules.required(rules.nonEmptyGraphemes(20)), {
  quickReply: true,
});

/** The properties that every message has. */
export const base = {
  quickReply: rules.object<messagingApi.QuickReply>({
    items: rules.required(
      rules.list(
        rules.object<messagingApi.QuickReplyItem>({
          type: rules.required(rules.oneOf("action")),
          imageUrl: rules.fileUrl,
          action: rules.required(quickReplyAction),
        }),
        1,
        13,
      ),
    ),
  }),
  sender: rules.object<messagingApi.Sender>({
    name: (value, walk, at) => {
      senderName(value, walk, at);
      if (typeof value === "string" && /\bLINE\b/i.test(value))
        rules.addFault(walk, at, "a reserved word");
    },
    iconUrl: rules.fileUrl,
  }),
};

/** A button of a template message. */
export const templateAction: rules.Rule = actions(rules.required(rules.nonEmptyGraphemes(20)));
export const imageColumnAction: rules.Rule = actions(rules.nonEmptyGraphemes(12));

/** A button of a Flex message. */
export const buttonAction: rules.Rule = actions(rules.required(rules.nonEmptyGraphemes(40)));
/** The action of a Flex component other than a button; its label isn't shown. */
export const flexAction: rules.Rule = actions(rules.nonEmptyGraphemes(40));
/** The action of a rich menu's area; its label is read by screen readers. */
export const richMenuAction: rules.Rule = actions(rules.nonEmptyGraphemes(20), { richMenu: true });

// Validation rules for the properties that several types of message share.

/** The text that notifications and screen readers show. */
export const altText = rules.required(rules.nonEmptyText(1500));
/** An id or token of LINE's. */
export const id = rules.nonEmptyText(2000);

const senderName = rules.nonEmptyText(20);
