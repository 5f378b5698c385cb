/** What a drawn message asks of the page around it. */
import type { Action } from "../../../line/message-types.ts";

export interface Handlers {
  /** Somebody tapped something that carries this action. */
  tap(action: Action): void;
  /** A display name for a mentioned user. */
  nameOf(userId: string): string | undefined;
}
