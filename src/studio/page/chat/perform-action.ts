/** What a tap does, for every kind of action. */
import type { UserAction } from "../../server/chat-types.ts";
import type { Action } from "../../../line/messages/message-types.ts";
import { assertNever } from "../assert-never.ts";
import { t } from "../i18n.ts";
import { phoneAddress } from "../sanitize.ts";
import { toast } from "../parts.tsx";

export type PickerAction = Extract<Action, { type: "datetimepicker" }>;

interface Phone {
  /** Does something on the phone of the person who is shown. */
  send(action: UserAction): void;
  /** Puts words into the composer and the cursor behind them. */
  fillIn(text: string): void;
  /** Asks for a date or a time. */
  pick(action: PickerAction): void;
  /** Asks which picture is sent. */
  photograph(): void;
}

/** Performs an action as LINE's app would; what only a phone can do is said. */
export function performAction(action: Action, phone: Phone): void {
  switch (action.type) {
    case "message":
      if (action.text) phone.send({ type: "text", text: action.text });
      break;
    case "postback": {
      const displayText = action.displayText ?? action.text;
      phone.send({
        type: "postback",
        data: action.data ?? "",
        ...(displayText === undefined ? {} : { displayText }),
      });
      if (action.inputOption === "openKeyboard") phone.fillIn(action.fillInText ?? "");
      break;
    }
    case "uri": {
      const address = phoneAddress(action.uri);
      toast(address ? t("chat.tap.uri", { address }) : t("chat.tap.badUri"));
      break;
    }
    case "clipboard":
      navigator.clipboard.writeText(action.clipboardText).then(
        () => toast(t("chat.tap.copied")),
        () => toast(t("copy.refused", { text: action.clipboardText })),
      );
      break;
    case "datetimepicker":
      phone.pick(action);
      break;
    case "location":
      phone.send({ type: "location", title: "Bangkok", latitude: 13.7563, longitude: 100.5018 });
      break;
    case "camera":
    case "cameraRoll":
      phone.photograph();
      break;
    case "richmenuswitch":
      toast(t("chat.tap.richMenu"));
      break;
    default:
      assertNever(action);
  }
}
