/** The state changes that an event causes itself, whatever the reply: follow, unfollow and unsend. */
import type { LineEvent } from "../../line/webhook-events.ts";
import type { StateChange } from "../../store/line-users.ts";

export function sideEffectsOf(event: LineEvent): StateChange[] {
  const lineId = event.source?.userId;
  switch (event.type) {
    case "follow":
    case "unfollow":
      return lineId ? [{ kind: "following", lineId, following: event.type === "follow" }] : [];
    case "unsend":
      return event.unsend ? [{ kind: "unsent", messageId: event.unsend.messageId }] : [];
    default:
      return [];
  }
}
