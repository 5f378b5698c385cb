/** Reads messages to staff and waits until their writes are reconciled. */
import { DatabaseSync } from "node:sqlite";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { until } from "./until.ts";
import { buttonsOf } from "./views.ts";
import type { World } from "./world.ts";

/** The alt texts and texts of messages, one per line. */
export const factsOf = (messages: readonly Message[]): string =>
  messages
    .map((message) =>
      message.type === "flex" ? message.altText : message.type === "text" ? message.text : "",
    )
    .join("\n");

/** The postback data of the first button that matches. @throws when there is none. */
export function buttonIn(messages: readonly Message[], which: RegExp): string {
  const found = buttonsOf(messages).flatMap(({ data }) => data ?? []);
  const data = found.find((one) => which.test(one));
  if (data === undefined) throw new Error(`no button ${which} in ${JSON.stringify(messages)}`);
  return data;
}

/** Taps *Undo* below a result. @returns the postback data of the question's yes button. */
export const askToUndo = async (
  world: World,
  label: string,
  result: readonly Message[],
): Promise<string> => buttonIn(await world.tapButton(label, buttonIn(result, /%2Fundo/)), /%2Fyes/);

/** Undoes a write: taps *Undo* below its result, and confirms. */
export const undo = async (world: World, label: string, result: readonly Message[]) =>
  world.tapButton(label, await askToUndo(world, label, result));

/** A tap that was made 21 minutes before it arrives. @returns the facts of the reply. */
export async function tapLate(world: World, label: string, data: string): Promise<string> {
  const event = world.line.compose(world.lineId(label), { type: "postback", data });
  const late = { ...event, timestamp: event.timestamp - 21 * 60_000 };
  return factsOf(await world.deliverEvent(late));
}

/** A tap whose reply LINE takes, and its answer to the bot is lost. Resolves once LINE has the reply. */
export async function tapWithLostAnswer(world: World, label: string, data: string): Promise<void> {
  const event = world.line.compose(world.lineId(label), { type: "postback", data });
  world.line.faults.add({ call: "reply", answer: "cut", takesEffect: true, times: 1 });
  await world.line.deliver([event]);
  const isSent = () =>
    world.line.sent.some(({ webhookEventId }) => webhookEventId === event.webhookEventId);
  await until(isSent, "the reply");
}

/** Whether there are orders whose outcome isn't known. */
const unresolved = "select exists (select 1 from orders where state = 'working') as found";

/** On a slow machine a response may exceed the bot's deadline, and another attempt follows. */
const maxMs = 300_000;

/** Advances the clock until no write has an unknown outcome. @throws after `maxMs`. */
export async function settled(world: World): Promise<void> {
  using file = new DatabaseSync(world.storeFile, { readOnly: true });
  const query = file.prepare(unresolved);
  const { clock } = world;
  for (const end = clock.now() + maxMs; query.get()?.["found"] === 1;) {
    if (clock.now() > end) throw new Error("a write was never reconciled");
    // Nothing happens before the next timer.
    await world.advanceTime(Math.max(1000, (clock.next ?? 0) - clock.now()));
  }
}
