/** The JSON of messages, as LINE's own tools take it. */
import type { Message } from "../../../line/messages/message-types.ts";

/** A single Flex message as its container, as LINE's Flex Message Simulator takes it; anything else as messages. */
export function flexJson(messages: readonly Message[]): string {
  const [message] = messages;
  const isFlex = messages.length === 1 && message?.type === "flex";
  return JSON.stringify(isFlex ? message.contents : messages, null, 2);
}
