/** Buttons that run a command; arguments that are too long for their postback data are stored in the dialogue. */
import type { Action } from "../../line/messages/prepare-reply.ts";
import { postbackAction } from "../views/flex-components.ts";
import { fitsPostback } from "../routing/postback.ts";
import type { Dialogue } from "./dialogue.ts";

type Args = Readonly<Record<string, string>>;

/** The postback key whose value is the id of stored arguments. */
const storedKey = "kept";

/** A button that runs a command; arguments over LINE's limit are stored, and the button carries their id. */
export function commandButton(
  { staffContext }: { staffContext: { dialogue: Pick<Dialogue, "storeArgs"> } },
  label: string,
  command: string,
  args: Args,
): Action {
  const name = `/${command}`;
  return postbackAction(
    label,
    name,
    fitsPostback(name, args) ? args : { [storedKey]: staffContext.dialogue.storeArgs(args) },
  );
}

/** The arguments of a tapped button; null when it refers to stored arguments that are gone. */
export function argsOf(tapped: Args, dialogue: Pick<Dialogue, "storedArgs">): Args | null {
  const id = tapped[storedKey];
  return id === undefined ? tapped : dialogue.storedArgs(id);
}
