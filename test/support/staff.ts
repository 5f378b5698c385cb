/** Reads what staff are shown, and waits for what becomes of their orders. */
import { DatabaseSync } from "node:sqlite";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { createStillness } from "./stillness.ts";
import type { World } from "./world.ts";

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

/** How many orders' ends aren't known. */
function open({ storeFile }: World): number {
  const file = new DatabaseSync(storeFile, { readOnly: true });
  const states = "state in ('claimed', 'unknown')";
  const row = file.prepare(`select count(*) as n from confirmations where ${states}`).get();
  file.close();
  return Number(row?.["n"]);
}

/** Five minutes: a slow machine answers later than the bot waits, and then it asks again. */
const maxSeconds = 300;

/** Lets time go by until every order's end is known. @throws when that takes too long. */
export async function settled(world: World): Promise<void> {
  using stillness = createStillness(world.clock, () => false);
  for (let second = 0; open(world) > 0; second++) {
    if (second === maxSeconds) throw new Error("an order's end never became known");
    await stillness.pass(1000);
  }
}
