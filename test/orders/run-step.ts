/** Runs one step of a round. */
import type { LineEvent } from "../../src/line/webhook-events.ts";
import type { AdversarialPlatform } from "../support/adversarial-platform.ts";
import type { Till } from "../support/till.ts";
import type { World } from "../support/world.ts";
import type { PlacedOrder } from "./order-log.ts";
import { decideOne, type OrderSession } from "./resolve-orders.ts";
import type { Colleague, Step } from "./rounds.ts";

export interface RoundContext extends OrderSession {
  world: World;
  platform: AdversarialPlatform;
  till: Till;
  /** Every tap on a yes button. */
  events: LineEvent[];
  /** Resolves when everything waits for a timer. */
  still(): Promise<void>;
}

const other = (who: Colleague): Colleague => (who === "manager" ? "owner" : "manager");
const stopMs = 20_000;

export async function runStep(step: Step, context: RoundContext): Promise<void> {
  const { world, platform, pass, log, staff, till, events } = context;
  const { orders } = log;
  switch (step.do) {
    case "order": {
      const order = await staff.order(step.kind, step.by, step.count);
      if (!order) return;
      for (const { subject } of order.parts) platform.scheduleFates(subject, step.fates);
      if (step.taps === "never") return;
      if (step.taps === "first by somebody else") await taps(context, order, other(order.asker));
      await taps(context, order, order.asker);
      if (step.taps === "twice") await taps(context, order, order.asker);
      return;
    }
    case "undo": {
      const done = orders.filter(
        ({ undoButton, undoOf }) => undoButton !== null && undoOf === null,
      );
      const order = done[step.pick % done.length];
      const undo = order && (await staff.undo(order));
      if (!undo) return;
      // Fates for every other part of several.
      for (const [index, { subject }] of undo.parts.entries())
        platform.scheduleFates(subject, (index + step.pick) % 2 === 0 ? step.fates : []);
      return taps(context, undo, undo.asker);
    }
    case "tap again": {
      const order = orders[step.pick % orders.length];
      if (order?.isConfirmed) await taps(context, order, step.by);
      return;
    }
    case "redeliver": {
      const event = events[step.pick % events.length];
      if (event) await world.line.redeliver(event.webhookEventId);
      return;
    }
    case "agree": {
      const asked = await staff.write(step.by, "/pending");
      const data = /"data":"([^"]*%2Fapprove[^"]*)"/.exec(JSON.stringify(asked))?.[1];
      if (data !== undefined) await staff.act(step.by, { type: "postback", data });
      return;
    }
    case "decide":
      return void (await decideOne(context, step.by));
    case "use at the till": {
      const gifts = orders.filter((order) => order.parts[0]?.subject.startsWith("give"));
      const gift = gifts[step.pick % gifts.length];
      const ref_id = gift && log.keyOf(gift);
      if (!ref_id) return;
      const { data } = await till.connect.getGiveCouponHistory({ ref_id });
      const code = data.find(({ status }) => status === "GIVEN")?.code;
      if (code !== undefined) await till.connect.markUseCoupon({ code });
      return;
    }
    case "wait":
      return pass(step.ms);
    case "restart":
      return restart(context);
    case "reads fail":
      platform.readsFail = step.fail;
      return;
    case "LINE fails": {
      const { answer, accepts: takesEffect, times } = step;
      world.line.faults.add({ call: "reply", answer, takesEffect, times });
    }
  }
}

async function taps({ staff, events, still }: RoundContext, order: PlacedOrder, who: Colleague) {
  const event = await staff.confirm(order, who);
  if (event) events.push(event);
  await still();
}

async function restart({ world, pass }: RoundContext): Promise<void> {
  const down = Promise.withResolvers<void>();
  const restarted = world.restart(async () => down.resolve());
  await pass(stopMs, down.promise);
  await restarted;
}
