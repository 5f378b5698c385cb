/** Faults of the bot, each of which breaks a promise in some order of events: the simulation has to find every one. */
import type { PlantedFault } from "../mutants/fault.ts";

const lanes = "src/store/postgres/lanes.ts";
const rules = "src/store/confirmation-rules.ts";
const databaseClock = "src/store/postgres/database-clock.ts";
const redemptionRules = "src/store/redemption-rules.ts";

export const faults: readonly PlantedFault[] = [
  {
    name: "the fence checks neither owner nor epoch",
    file: lanes,
    from: "chat = $2 and owner = $3 and epoch = $4 for key share",
    to: "chat = $2 and $3::bigint > 0 and $4::bigint > 0 for key share",
  },
  {
    name: "a chat is let go although another event has come",
    file: "src/store/postgres/events.ts",
    from: "and ((lanes.account, lanes.chat) in (select account, chat from next_events)) is not true)",
    to: ")",
  },
  {
    name: "an event ends before its decision is stored",
    file: "src/pipeline/answer-event.ts",
    from: "if (isStored) await saveReply(inbox, queued, answer);",
    to: "if (isStored) saveReply(inbox, queued, answer).catch(() => {});",
  },
  {
    name: "200 is answered before the commit",
    file: "src/pipeline/webhook.ts",
    from: "      onStored(await inbox.insertNew(channel.account, events, receivedAt));\n",
    to: "      inbox.insertNew(channel.account, events, receivedAt).then(onStored, () => {});\n",
  },
  {
    name: "a lane is taken over whose owner lives",
    file: "src/store/postgres/take-over.ts",
    from: "(owner in (select id from replicas where until > clock_timestamp())) is not true",
    to: "(owner in (select id from replicas where until > clock_timestamp() + interval '1 hour')) is not true",
  },
  {
    name: "a lease is renewed after it expired",
    file: "src/store/postgres/lease.ts",
    from: " where id = $1 and until > clock_timestamp() returning",
    to: " where id = $1 returning",
  },
  {
    name: "a reply of unknown outcome is pushed",
    file: "src/pipeline/deliver-reply.ts",
    from: 'outcome.kind === "too_late" ||',
    to: 'outcome.kind === "too_late" || outcome.kind === "unknown" ||',
  },
  {
    name: "a reply is pushed by a replica that was taken over from",
    file: "src/pipeline/deliver-reply.ts",
    from: "  await inbox.assertOwner(id);\n  return messaging.push(",
    to: "  void inbox, id;\n  return messaging.push(",
  },
  {
    name: "an event is abandoned when its lease is renewed late",
    file: lanes,
    from: "if (!this.#lease.isHeld()) throw notRenewed();",
    to: "if (!this.#lease.isHeld()) throw fenced();",
  },
  {
    name: "a reply is tried again with another token",
    file: "src/line/send-messages.ts",
    from: '    const request = { method: "POST", path: "/v2/bot/message/reply", body, ...time } as const;',
    to: '    const again = tries > 1 ? bodyOf("replyToken", `${replyToken}.`, prepared) : body;\n    const request = { method: "POST", path: "/v2/bot/message/reply", body: again, ...time } as const;',
  },
  {
    name: "an order is sent again without a look after a lost answer",
    file: "src/bot/staff/orders/attempt.ts",
    from: "if (row.sends === 0 || idempotent)",
    to: "if (row.sends >= 0 || idempotent)",
  },
  {
    name: "an order is sent before that is stored",
    file: "src/bot/staff/orders/attempt.ts",
    from: "    await recordSend(services, row, { before, sends: next, eventId });\n",
    to: "    void [recordSend, before, eventId];\n",
  },
  {
    name: "a redelivery to another replica is stored again",
    file: "src/store/postgres/insert-events.ts",
    from: `from received where
      ((account, webhook_event_id) in (select account, webhook_event_id from new_keys)) is true),`,
    to: "from received),",
  },
  {
    name: "the events of a chat are read newest first",
    file: "src/store/postgres/events.ts",
    from: "select * from next_events order by id`",
    to: "select * from next_events order by id desc`",
  },
  {
    name: "each event has a queue of its own",
    file: "src/pipeline/dispatcher.ts",
    from: "      const chat = `${event.account}/${event.chat}`;",
    to: "      const chat = `${event.account}/${event.chat}/${event.id}`;",
  },
  {
    name: "events that wait are dropped at a stop",
    file: "src/pipeline/dispatcher.ts",
    from: "    for (const timer of this.#retryTimers.values()) timer.close();\n",
    to: "    for (const timer of this.#retryTimers.values()) timer.close();\n    for (const queue of this.#queues.values()) for (const { id } of queue) (this.#options.inbox as EventInbox).markProcessed(id);\n",
  },
  {
    name: "an order is confirmed twice",
    file: rules,
    from: '  if (row.state !== "open") return alreadyResolved(row);\n',
    to: "",
  },
  {
    name: "an approval is taken twice",
    file: rules,
    from: '  if (row.asker === by) return unchanged({ kind: "none" });\n  if (row.state !== "awaiting_approval") return alreadyResolved(row);\n  if (isApprovalOver',
    to: '  if (row.asker === by) return unchanged({ kind: "none" });\n  if (isApprovalOver',
  },
  {
    name: "the asker approves",
    file: rules,
    from: '  if (row.asker === by) return unchanged({ kind: "none" });\n  if (row.state !== "awaiting_approval") return alreadyResolved(row);\n  if (isApprovalOver',
    to: '  if (row.state !== "awaiting_approval") return alreadyResolved(row);\n  if (isApprovalOver',
  },
  {
    name: "a lost answer to an insert or a take-over leaves its lanes to nobody",
    file: "src/store/postgres/replica.ts",
    from: "      if (this.#hasStrays) this.",
    to: "      if (this.#isClosing) this.",
  },
  {
    name: "a step of a redemption is sent again without a look after a lost answer",
    file: "src/bot/staff/orders/attempt.ts",
    from: "if (row.sends === 0 || idempotent)",
    to: 'if (row.sends === 0 || idempotent || row.command === "redeem")',
  },
  {
    name: "a coupon is given before it is known that the points are burned",
    file: redemptionRules,
    from: "      const next = { ...ended, retryAt: outcome.again };\n",
    to: '      const next =\n        step === "burn"\n          ? beginStep(ended, "give", "burned", at)\n          : { ...ended, retryAt: outcome.again };\n',
  },
  {
    name: "points go back although the coupon may be given",
    file: redemptionRules,
    from: "      const next = { ...ended, retryAt: outcome.again };\n",
    to: '      const next =\n        step === "give"\n          ? beginStep(ended, "refund", "refunding", at)\n          : { ...ended, retryAt: outcome.again };\n',
  },
  {
    name: "a step of a redemption is sent before that is stored",
    file: "src/bot/staff/redemption/redeemer.ts",
    from: "    services.redemptions.recordSend(account, id, step, send);",
    to: "    Promise.resolve([account, id, step, send].length > 0);",
  },
  {
    name: "a redemption is confirmed twice",
    file: redemptionRules,
    from: '  if (row.state !== "asked") return unchanged({ kind: "already", redemption: row });\n  if (at >= row.expiresAt ||',
    to: "  if (at >= row.expiresAt ||",
  },
  {
    name: "a redemption doesn't wait for another one of the member",
    file: redemptionRules,
    from: '  if (used.isBusy) return unchanged({ kind: "busy", redemption: row });\n',
    to: "",
  },
  {
    name: "a redemption costs what it did when it was asked",
    file: "src/bot/intents/redeem/redemption.ts",
    from: "if (reward.terms.points !== points) {",
    to: "if (reward.terms.points < 0) {",
  },
  {
    name: "a redemption is undone although its coupon is used",
    file: "src/bot/staff/operations/void-coupons.ts",
    from: 'return coupon.status === "USED" ? "used" : "held";',
    to: 'return coupon.status === "USED" ? "voided" : "held";',
  },
  {
    name: "a redemption is undone at any time",
    file: "src/store/redemption-undo.ts",
    from: "  now < doneAt + redemptionUndoMs &&\n",
    to: "  now >= doneAt &&\n",
  },
  {
    name: "points go back twice by two undos",
    file: redemptionRules,
    from: '  if (row.state !== "done") return unchanged({ kind: "already", redemption: row });\n  if (!isUndoable(row, at))',
    to: "  if (row.doneAt === null)",
  },
  {
    name: "a redemption whose process died is left as it is",
    file: redemptionRules,
    from: "const whileBegunAt = (at: number) => at + abandonedMs;",
    to: "const whileBegunAt = (at: number) => at + 1000 * abandonedMs;",
  },
  {
    name: "a member is told that a reward is redeemed while the coupon is being given",
    file: "src/bot/intents/redeem/status-view.ts",
    from: '    case "giving":\n      return text(t("redeem.checking", { reward }));\n',
    to: '      return text(t("redeem.checking", { reward }));\n    case "giving":\n      return doneView(ctx, redemption, isRepeated, set);\n',
  },
  {
    name: "a member is told that points are untouched while they may be burned",
    file: "src/bot/intents/redeem/status-view.ts",
    from: '      return text(t("redeem.checking", { reward }));\n',
    to: '      return text(t("redeem.untouched"));\n',
  },
  {
    name: "nobody is told the end of a redemption that they weren't there for",
    file: redemptionRules,
    from: "  by !== next.asker && endedStates.has(next.state);",
    to: "  by !== null && by !== next.asker && endedStates.has(next.state);",
  },
  {
    name: "a second send is judged by the sender's own clock",
    file: "src/store/postgres/fence.ts",
    from: "    return clock.now();",
    to: "    return clock.own.now();",
  },
  {
    name: "what is due is judged by the leader's own clock",
    file: "src/store/postgres/open.ts",
    from: "    ...concerns,\n    clock,",
    to: "    ...concerns,\n    confirmations: { ...concerns.confirmations, dueForReconciliation: (account: string) => concerns.confirmations.dueForReconciliation(account, clock.own.now()) },\n    clock,",
  },
  {
    name: "what is due of redemptions is judged by the leader's own clock",
    file: "src/store/postgres/open.ts",
    from: "    ...concerns,\n    clock,",
    to: "    ...concerns,\n    redemptions: { ...concerns.redemptions, due: (account: string) => concerns.redemptions.due(account, clock.own.now()) },\n    clock,",
  },
  {
    name: "a process whose clock is far off goes on acting",
    file: databaseClock,
    from: "return Math.abs(differenceMs()) > maxDifferenceMs;",
    to: "return Math.abs(differenceMs()) > 1000 * 3_600_000;",
  },
  {
    name: "every process goes by its own clock",
    file: databaseClock,
    from: "(offsetMs === null ? own.now() : Math.round(own.monotonic() + offsetMs));",
    to: "(offsetMs === null ? own.now() : own.now());",
  },
];
