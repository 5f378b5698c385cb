/** The steps of a round, taken one after the other. */
import type { LineEvent } from "../../src/line/webhook-events.ts";
import type { NastyPlatform } from "../support/nasty-platform.ts";
import type { Till } from "../support/till.ts";
import type { World } from "../support/world.ts";
import type { Placed } from "./books.ts";
import { decide, type Ending } from "./ending.ts";
import type { Colleague, Step } from "./rounds.ts";

export interface Scene extends Ending {
  world: World;
  platform: NastyPlatform;
  till: Till;
  /** Every yes that was tapped. */
  events: LineEvent[];
  /** Resolves when nothing moves but by a timer. */
  still(): Promise<void>;
}

const other = (who: Colleague): Colleague => (who === "manager" ? "owner" : "manager");
const stopMs = 20_000;

export async function take(step: Step, scene: Scene): Promise<void> {
  const { world, platform, pass, books, counter, till, events } = scene;
  const { placed } = books;
  switch (step.do) {
    case "order": {
      const order = await counter.asks(step.kind, step.by, step.count);
      if (!order) return;
      for (const { subject } of order.parts) platform.destine(subject, step.fates);
      if (step.taps === "never") return;
      if (step.taps === "first by somebody else") await taps(scene, order, other(order.asker));
      await taps(scene, order, order.asker);
      if (step.taps === "twice") await taps(scene, order, order.asker);
      return;
    }
    case "undo": {
      const done = placed.filter(({ undo, undoes }) => undo !== null && undoes === null);
      const order = done[step.pick % done.length];
      const undo = order && (await counter.undoes(order));
      if (!undo) return;
      // Trouble with every other part of several.
      for (const [index, { subject }] of undo.parts.entries())
        platform.destine(subject, (index + step.pick) % 2 === 0 ? step.fates : []);
      return taps(scene, undo, undo.asker);
    }
    case "tap again": {
      const order = placed[step.pick % placed.length];
      if (order?.isConfirmed) await taps(scene, order, step.by);
      return;
    }
    case "redeliver": {
      const event = events[step.pick % events.length];
      if (event) await world.line.redeliver(event.webhookEventId);
      return;
    }
    case "agree": {
      const asked = await counter.says(step.by, "/pending");
      const data = /"data":"([^"]*%2Fapprove[^"]*)"/.exec(JSON.stringify(asked))?.[1];
      if (data !== undefined) await counter.does(step.by, { type: "postback", data });
      return;
    }
    case "decide":
      return void (await decide(scene, step.by));
    case "use at the till": {
      const gifts = placed.filter((order) => order.parts[0]?.subject.startsWith("give"));
      const gift = gifts[step.pick % gifts.length];
      const ref_id = gift && books.keyOf(gift);
      if (!ref_id) return;
      const { data } = await till.connect.getGiveCouponHistory({ ref_id });
      const code = data.find(({ status }) => status === "GIVEN")?.code;
      if (code !== undefined) await till.connect.markUseCoupon({ code });
      return;
    }
    case "wait":
      return pass(step.ms);
    case "restart":
      return restart(scene);
    case "reads fail":
      platform.readsFail = step.fail;
      return;
    case "LINE fails": {
      const { answer, accepts: takesEffect, times } = step;
      world.line.faults.add({ call: "reply", answer, takesEffect, times });
    }
  }
}

async function taps({ counter, events, still }: Scene, order: Placed, who: Colleague) {
  const event = await counter.taps(order, who);
  if (event) events.push(event);
  await still();
}

async function restart({ world, pass }: Scene): Promise<void> {
  const down = Promise.withResolvers<void>();
  const restarted = world.restart(async () => down.resolve());
  await pass(stopMs, down.promise);
  await restarted;
}
