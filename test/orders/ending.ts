/** How orders come to their end: what is told when each is asked for again, and a person's word where nobody can tell. */
import type { Arrival } from "../support/nasty-platform.ts";
import { factsOf } from "../support/staff.ts";
import type { Books } from "./books.ts";
import type { Counter } from "./counter.ts";
import type { Colleague } from "./rounds.ts";
import { readTold } from "./told.ts";

export interface Ending {
  books: Books;
  counter: Counter;
  now(): number;
  /** Lets time go by, until `unless` is settled. */
  pass(ms: number, unless?: PromiseLike<unknown>): Promise<void>;
  /** Whether nothing is under way any more on the platform. */
  isCalm(): boolean;
}

/** By then every order has an end, or waits for a person. */
const settledMs = 600_000;
const pauseMs = 20_000;

/** @param now by the clock that the arrivals were seen by. */
export const isCalm = (arrivals: readonly Arrival[], now: number): boolean =>
  arrivals.every(({ at, fate }) => fate.effect === null || at + fate.effect + fate.hidden <= now);

/**
 * Somebody looks at the platform, and answers truly for an order that waits for a person.
 * @returns whether there was one.
 */
export async function decide({ counter, books, isCalm: mayLook }: Ending, by: Colleague) {
  if (!mayLook()) return false;
  for (const message of await counter.says(by, "/pending")) {
    const told = readTold(message);
    const answers = told.buttons.filter((data) => data.includes("happened"));
    if (answers.length === 0) continue;
    const order = books.orderOf(told);
    if (!order) {
      books.fault(`waits for a person, and nobody ordered it: ${told.text}`);
      continue;
    }
    const way = books.isDone(order) ? "%2Fhappened" : "%2Fnot-happened";
    const data = answers.find((one) => one.includes(way)) ?? "";
    await counter.replyTo(await counter.does(by, { type: "postback", data }));
    return true;
  }
  return false;
}

/**
 * Once everything works again: every order comes to an end, and its asker is told how.
 * @returns how many a person had to decide.
 */
export async function endOrders(ending: Ending): Promise<number> {
  const { books, counter, now, pass } = ending;
  const asked = books.placed.filter(({ isConfirmed }) => isConfirmed);
  const until = now() + settledMs;
  for (const order of asked) {
    const { name, told } = order;
    for (;;) {
      told.clear();
      const said = factsOf(await counter.replyTo(await counter.taps(order)));
      if (said.includes("This question has expired")) {
        told.add("expired");
        if (books.isDone(order)) books.fault(`${name}: told as expired, and it is done`);
      }
      if (!told.has("unknown") || now() > until) break;
      await pass(pauseMs);
    }
    if (told.size !== 1 || told.has("unknown"))
      books.fault(`${name}: told in the end that it is ${[...told].join(" and ") || "nothing"}`);
    books.check();
  }
  while (await decide(ending, "owner")) books.check();
  const forPersons = asked.filter(({ told }) => told.has("person"));
  for (const order of forPersons) {
    order.told.clear();
    await counter.replyTo(await counter.taps(order));
    if (order.told.has("person")) books.fault(`${order.name}: no person could decide it`);
  }
  return forPersons.length;
}
