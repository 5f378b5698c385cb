/** Reads what an event asks for: each event of every member passes here. */
import { expect, test } from "vitest";
import { createEventRouter } from "../../src/bot/event-router.ts";
import { routeToIntent } from "../../src/bot/intents/intents.ts";
import type { RouteEvent } from "../../src/bot/routing/text-router.ts";
import { createCommandRouter } from "../../src/bot/staff/command-router.ts";
import type { StaffContext } from "../../src/bot/staff/command.ts";
import { commandTable } from "../../src/bot/staff/commands/index.ts";
import { readConfig } from "../../src/config/config.ts";
import type { LineEvent } from "../../src/line/webhook-events.ts";

const textEvent = (text: string): LineEvent => ({
  type: "message",
  webhookEventId: "01H",
  timestamp: 1,
  source: { type: "user", userId: "U1" },
  message: { id: "1", type: "text", text },
});

/** Reads a text. @returns the intent, and how often phrases were compared with it. */
function read(text: string) {
  let times = 0;
  const route: RouteEvent = (event, options) => {
    times += 1;
    return routeToIntent(event, options);
  };
  const table = commandTable(readConfig({}).config.limits);
  const staffContext = { photos: null } as unknown as StaffContext;
  const commands = createCommandRouter({ table, staffContext });
  const request = createEventRouter({ route, commands })("A", textEvent(text));
  return { intent: request?.intent.name, times };
}

test.each([
  ["points", "balance", 1],
  ["check ABC123", "check", 1],
  ["/help", "unknown", 0],
  ["/nonsense", "unknown", 1],
])("%s is compared with phrases no more often than needed", (text, intent, times) => {
  expect(read(text)).toEqual({ intent, times });
});
