/** Faults of the bot, each of which breaks a promise in some order of events: the simulation has to find every one. */
import type { PlantedFault } from "../mutants/fault.ts";

const lanes = "src/store/postgres/lanes.ts";
const rules = "src/store/rules/order-changes.ts";
const databaseClock = "src/store/postgres/database-clock.ts";

/** That a question which isn't open can't be confirmed, said twice. */
const confirmedOnce = `  if (state !== "open") return no("already");
  if (!isOffered(order, at)) return no("expired");
`;
/** @param unless of which orders that still holds. */
const confirmedTwice = (unless: string) =>
  `  if (state !== "open" && ${unless}) return no("already");
  if (at >= order.expiresAt) return no("expired");
`;

export const faults: readonly PlantedFault[] = [
  {
    name: "the fence checks neither owner nor epoch",
    file: lanes,
    from: "chat = $2 and owner = $3 and epoch = $4 for key share",
    to: "chat = $2 and $3::bigint > 0 and $4::bigint > 0 for key share",
  },
  {
    name: "a chat is let go although another event has come",
    file: "src/store/postgres/take-over.ts",
    from: "and ((lanes.account, lanes.chat) in (select account, chat from next_events)) is not true)",
    to: ")",
  },
  {
    name: "an event ends before its decision is stored",
    file: "src/pipeline/processor.ts",
    from: "if (isStored) await saveReply(inbox, queued, answer);",
    to: "if (isStored) saveReply(inbox, queued, answer).catch(() => {});",
  },
  {
    name: "200 is answered before the commit",
    file: "src/pipeline/webhook.ts",
    from: "onStored(await inbox.insertNew(channel.account, events, receivedAt));",
    to: "inbox.insertNew(channel.account, events, receivedAt).then(onStored, () => {});",
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
    file: "src/line/messaging-client.ts",
    from: '    const request = { method: "POST", path: "/v2/bot/message/reply", body, ...time } as const;',
    to: '    const again = tries > 1 ? bodyOf("replyToken", `${replyToken}.`, prepared) : body;\n    const request = { method: "POST", path: "/v2/bot/message/reply", body: again, ...time } as const;',
  },
  {
    name: "an order is sent again without a look after a lost answer",
    file: "src/bot/staff/orders/executor.ts",
    from: "if (row.sends === 0 || idempotent)",
    to: "if (row.sends >= 0 || idempotent)",
  },
  {
    name: "an order is sent before that is stored",
    file: "src/bot/staff/orders/executor.ts",
    from: "    await recordSend(services, row, { before, sends: next }, eventId);\n",
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
    file: "src/store/postgres/take-over.ts",
    from: "select * from next_events order by id`",
    to: "select * from next_events order by id desc`",
  },
  {
    name: "each event has a queue of its own",
    file: "src/pipeline/dispatcher.ts",
    from: "      const chat = chats.get(event.chat);",
    to: "      const chat = chats.get(`${event.chat}/${event.id}`);",
  },
  {
    name: "events that wait are dropped at a stop",
    file: "src/pipeline/dispatcher.ts",
    from: "    for (const timer of this.#retryTimers.values()) timer.close();\n",
    to: "    for (const timer of this.#retryTimers.values()) timer.close();\n    for (const chats of this.#chats.values()) for (const chat of chats.values()) for (const { id } of chat) (this.#options.inbox as EventInbox).markProcessed(id);\n",
  },
  {
    name: "an order is confirmed twice",
    file: rules,
    from: confirmedOnce,
    to: confirmedTwice("kindOf(order).isPaid"),
  },
  {
    name: "an approval is taken twice",
    file: rules,
    from: '  if (order.state !== "awaiting_approval") return no("already");\n  return isApprovalOver',
    to: "  return isApprovalOver",
  },
  {
    name: "the asker approves",
    file: rules,
    from: '  if (order.asker === actor.by) return no("theirs");\n  if (order.state !== "awaiting_approval") return no("already");\n  return isApprovalOver',
    to: '  if (order.state !== "awaiting_approval") return no("already");\n  return isApprovalOver',
  },
  {
    name: "a lost answer to an insert or a take-over leaves its lanes to nobody",
    file: "src/store/postgres/replica.ts",
    from: "      if (hasStrays) consumer",
    to: "      if (isClosing) consumer",
  },
  {
    name: "a step of a redemption is sent again without a look after a lost answer",
    file: "src/bot/staff/orders/executor.ts",
    from: "if (row.sends === 0 || idempotent)",
    to: 'if (row.sends === 0 || idempotent || row.command === "redeem")',
  },
  {
    name: "a coupon is given before it is known that the points are burned",
    file: rules,
    from: "      return changed({ ...looking, retryAt: outcome.again }, audit);\n",
    to: '      if (step.operation === "adjust_points" && index + 1 < order.steps.length) {\n        return { order: beginStep(looking, index + 1, actor.at), audit, isNews: false };\n      }\n      return changed({ ...looking, retryAt: outcome.again }, audit);\n',
  },
  {
    name: "points go back although the coupon may be given",
    file: rules,
    from: "      return changed({ ...looking, retryAt: outcome.again }, audit);\n",
    to: '      if (step.operation === "give_coupons" && index > 0) {\n        return { order: takeBack(looking, index, actor.at), audit, isNews: false };\n      }\n      return changed({ ...looking, retryAt: outcome.again }, audit);\n',
  },
  {
    name: "a step of a redemption is sent before that is stored",
    file: "src/bot/staff/orders/executor.ts",
    from: "    await recordSend(services, row, { before, sends: next }, eventId);\n",
    to: '    if (row.command !== "redeem") await recordSend(services, row, { before, sends: next }, eventId);\n',
  },
  {
    name: "a redemption is confirmed twice",
    file: rules,
    from: confirmedOnce,
    to: confirmedTwice('order.kind !== "redeeming"'),
  },
  {
    name: "a redemption doesn't wait for another one of the member",
    file: "src/store/orders.ts",
    from: '  if (unfinished > 0) return { redemptions: "busy" };\n',
    to: "",
  },
  {
    name: "a redemption costs what it did when it was asked",
    file: "src/bot/intents/redeem/redeem.ts",
    from: "if (reward.terms.points !== points) {",
    to: "if (reward.terms.points < 0) {",
  },
  {
    name: "a redemption is undone although its coupon is used",
    file: "src/bot/staff/operations/coupons.ts",
    from: 'return coupon.status === "USED" ? "used" : "held";',
    to: 'return coupon.status === "USED" ? "voided" : "held";',
  },
  {
    name: "a redemption is undone at any time",
    file: "src/store/rules/order.ts",
    from: 'state === "open" && now < expiresAt',
    to: 'state === "open" && (now < expiresAt || expiresAt - askedAt === 900_000)',
  },
  {
    name: "an order that is done offers no undo",
    file: "src/bot/staff/orders/executor.ts",
    from: "    undo: undoQuestionOf(changed.order, actor.at),",
    to: "    undo: changed.order.lineId === '' ? undoQuestionOf(changed.order, actor.at) : null,",
  },
  {
    name: "points go back twice by two undos",
    file: rules,
    from: confirmedOnce,
    to: confirmedTwice('order.kind !== "unredeeming"'),
  },
  {
    name: "a redemption whose process died is left as it is",
    file: rules,
    from: "export const abandonedMs = 120_000;",
    to: "export const abandonedMs = 120_000_000;",
  },
  {
    name: "a member is told that a reward is redeemed while the coupon is being given",
    file: "src/bot/intents/redeem/views.ts",
    from: '    case "checking":\n      return text(t("redeem.checking", { reward }));\n',
    to: '    case "checking":\n      return doneView(ctx, redemption, isRepeated, set);\n',
  },
  {
    name: "a member is told that points are untouched while they may be burned",
    file: "src/bot/intents/redeem/views.ts",
    from: '      return text(t("redeem.checking", { reward }));\n',
    to: '      return text(t("redeem.untouched"));\n',
  },
  {
    name: "nobody is told the end of a redemption that they weren't there for",
    file: "src/store/rules/order.ts",
    from: "if (!isNews || kindOf(order).isByRule) return [];",
    to: "if (!isNews || kindOf(order).isByRule || (kindOf(order).isPaid && by === null)) return [];",
  },
  {
    name: "a second send is judged by the sender's own clock",
    file: "src/store/postgres/lanes.ts",
    from: "    return clock.now();",
    to: "    return clock.own.now();",
  },
  {
    name: "what is due is judged by the leader's own clock",
    file: "src/store/postgres/open.ts",
    from: "    ...concerns,\n    clock,",
    to: "    ...concerns,\n    orders: { ...concerns.orders, due: (account: string) => concerns.orders.due(account, clock.own.now()) },\n    clock,",
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
  {
    name: "what a rule gives is given twice",
    file: "src/store/rule-keys.ts",
    from: "  if (!(await takeRuleKeys(tx, account, keys))) return;\n",
    to: "  asked = { ...asked, id: `${asked.id} ${await tx.now()}`, steps: asked.steps.map((step) => ({ ...step, refId: `${step.refId} ${keys.length} ${Math.random()}` })) };\n",
  },
  {
    name: "a member of long ago is welcomed",
    file: "src/bot/bot.ts",
    from: "waiting.find(isNewcomer) ?? null",
    to: "waiting.find(isNewcomer) ?? ({ id: 0 } as StoredNotice)",
  },
  {
    name: "a coupon that ends is told twice",
    file: "src/store/reminders.ts",
    from: "         where reminders.told_at is null`,\n      ),",
    to: "         where reminders.account is not null`,\n      ),",
  },
  {
    name: "a second reminder is pushed within seven days",
    file: "src/store/reminders.ts",
    from: "if (rest && !(await takeRuleKeys(tx, account, rest))) return;",
    to: "void [rest, takeRuleKeys];",
  },
  {
    name: "a coupon that is used is told",
    file: "src/bot/staff/rules/reminders.ts",
    from: "one.uuid === reminder.uuid && isAvailable(one, memberUuid, ctx)",
    to: "one.uuid === reminder.uuid && (one.member_uuid === memberUuid || isAvailable(one, memberUuid, ctx))",
  },
  {
    name: "a birthday gift is given a second time in a year",
    file: "src/bot/staff/rules/gift-rules.ts",
    from: 'ruleKey("birthday", profile.uuid);',
    to: 'ruleKey("birthday", profile.uuid + String(day.year));',
  },
];
