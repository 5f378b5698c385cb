/** What a shown message asks of the page around it. */
import { createContext } from "preact";
import type { Action } from "../../../line/messages/message-types.ts";

export interface MessageActions {
  /** Somebody tapped something that carries this action. */
  tap(action: Action): void;
  /** A display name for a mentioned user. */
  nameOf(userId: string): string | undefined;
}

export const MessageActionsContext = createContext<MessageActions>({
  tap: () => {},
  nameOf: () => undefined,
});
