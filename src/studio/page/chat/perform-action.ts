/** What a tap does, for every kind of action. */
import type { PhoneAction } from "../../server/line-simulator.ts";
import type { Action } from "../../../line/message-types.ts";
import { pickTime } from "./time-picker.ts";
import { unknown } from "../assert-never.ts";
import { phoneAddress } from "../sanitize.ts";
import { toast } from "../toast.ts";

export interface Hand {
  /** Does something on the phone of the person who is shown. */
  send(action: PhoneAction): void;
  /** Puts words into the composer and the cursor behind them. */
  fillIn(text: string): void;
}

/** Performs an action as LINE's app would; what only a phone can do is said. */
export function perform(action: Action, hand: Hand): void {
  switch (action.type) {
    case "message":
      if (action.text) hand.send({ type: "text", text: action.text });
      break;
    case "postback": {
      const displayText = action.displayText ?? action.text;
      hand.send({
        type: "postback",
        data: action.data ?? "",
        ...(displayText === undefined ? {} : { displayText }),
      });
      if (action.inputOption === "openKeyboard") hand.fillIn(action.fillInText ?? "");
      break;
    }
    case "uri": {
      const address = phoneAddress(action.uri);
      toast(address ? `On a phone this opens ${address}` : "This address can't be opened");
      break;
    }
    case "clipboard":
      navigator.clipboard.writeText(action.clipboardText).then(
        () => toast("Copied"),
        () => toast(`Copy this yourself: ${action.clipboardText}`),
      );
      break;
    case "datetimepicker":
      void pick(action, hand);
      break;
    case "location":
      hand.send({ type: "location", title: "Bangkok", latitude: 13.7563, longitude: 100.5018 });
      break;
    case "camera":
    case "cameraRoll":
      hand.send({ type: "image" });
      break;
    case "richmenuswitch":
      toast("On a phone this changes the rich menu");
      break;
    default:
      unknown(action);
  }
}

async function pick(action: Extract<Action, { type: "datetimepicker" }>, hand: Hand) {
  const { data = "", mode = "date" } = action;
  const params = await pickTime({ ...action, mode });
  if (params) hand.send({ type: "postback", data, params });
}
