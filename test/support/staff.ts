/** Reads what staff are shown: the words of a message, and the data behind its buttons. */
import type { Message } from "../../src/line/messages.ts";

export const seen = (messages: unknown): string => JSON.stringify(messages);

/** All that the messages say in words. */
export const factsOf = (messages: readonly Message[]): string =>
  messages
    .map((message) =>
      message.type === "flex" ? message.altText : message.type === "text" ? message.text : "",
    )
    .join("\n");

/** The data of the first button that fits. @throws when there is none. */
export function buttonIn(messages: readonly Message[] | string, which: RegExp): string {
  const text = typeof messages === "string" ? messages : seen(messages);
  const found = [...text.matchAll(/"data":"([^"]*)"/g)].map(([, data = ""]) => data);
  const data = found.find((one) => which.test(one));
  if (data === undefined) throw new Error(`no button ${which} in ${text}`);
  return data;
}
