/** What a tap on a question's button does, and how an order that was confirmed is told of. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { Confirmation, Outcome, Taken } from "../../../store/confirmations.ts";
import type { Notice } from "../../../store/notices.ts";
import type { Context, Look, Said } from "../../context.ts";
import { instantOf } from "../../views/dates.ts";
import { ask, clip } from "../../views/flex-components.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import type { Stored } from "./execute.ts";
import { managers, mayGive, type Command, type Desk } from "../command.ts";
import { kindOf } from "../operations/index.ts";
import { dayOf, limitWords } from "./ask.ts";
import type { Colleague } from "../staff-directory.ts";
import { sheet, text } from "../staff-views.ts";

/** What the buttons of questions ask for. */
export const taps = ["/yes", "/no", "/approve", "/decline", "/happened", "/not-happened"] as const;
export type Tap = (typeof taps)[number];

/** Who tapped, where, and what commands there are. */
export interface Tapped {
  context: Context;
  desk: Desk;
  asker: Colleague;
  commandNamed(name: string): Command | undefined;
}

export async function answerTap(tap: Tap, id: string, tapped: Tapped): Promise<Said> {
  const { context, desk, asker } = tapped;
  const { account, lineId, event, now, say } = context;
  const deed = { by: lineId, eventId: event.webhookEventId, at: now };
  const confirmation = await desk.confirmations.get(account, id);
  if (!confirmation) return says(say("staff.stands.expired"));
  const command = tapped.commandNamed(confirmation.command);
  const isForManagers = tap !== "/yes" && tap !== "/no";
  const may = isForManagers ? managers.includes(asker.role) : command && mayGive(command, asker);
  if (!may) return says(say("staff.notAllowed"));
  switch (tap) {
    case "/yes": {
      const taken = await desk.confirmations.take(account, id, deed, dayOf(context, desk));
      return afterYes(taken, confirmation, tapped);
    }
    case "/approve":
      return afterYes(await desk.confirmations.approve(account, id, deed), confirmation, tapped);
    case "/no":
      return afterNo(await desk.confirmations.cancel(account, id, deed), confirmation, tapped);
    case "/decline": {
      const answer = await desk.confirmations.decline(account, id, deed);
      return afterNo(answer, confirmation, tapped);
    }
    case "/happened":
    case "/not-happened":
      return decide(confirmation, tap === "/happened", tapped);
  }
}

const says = (words: string): Said => ({ messages: [text(words)] });

async function afterYes(taken: Taken, asked: Confirmation, tapped: Tapped): Promise<Said> {
  const { context, desk } = tapped;
  const { say } = context;
  switch (taken.kind) {
    case "none":
      return says(say(asked.approval ? "staff.notYoursToApprove" : "staff.notYours"));
    case "expired":
      return says(say("staff.stands.expired"));
    case "limit":
      return says(limitWords(context, taken.limit, taken.left));
    case "stands":
      return { messages: [standing(context, taken.confirmation)] };
    case "waiting":
      return waitForSecond(taken.confirmation, tapped);
    case "taken": {
      const doer = { by: context.lineId, eventId: context.event.webhookEventId };
      const stored = await desk.execution.carryOut(taken.confirmation, doer, context.signal);
      return { messages: [storedView(context, stored, context.lineId)] };
    }
  }
}

async function waitForSecond(confirmation: Confirmation, tapped: Tapped): Promise<Said> {
  const { context, desk } = tapped;
  const { say, account } = context;
  const notice: Notice = { kind: "approval", confirmation: confirmation.id };
  const colleagues = await desk.roster.all(account);
  const seconds = colleagues.filter(
    ({ role, lineId }) => managers.includes(role) && lineId !== confirmation.asker,
  );
  return {
    messages: [text(say("staff.approval.waiting", { what: whatOf(context, confirmation) }))],
    writes: seconds.map(({ lineId }) => ({ kind: "notice" as const, lineId, notice })),
  };
}

function afterNo(answer: Taken, asked: Confirmation, { context }: Tapped): Said {
  if (answer.kind === "none") {
    return says(context.say(asked.approval ? "staff.notYoursToApprove" : "staff.notYours"));
  }
  return { messages: [standing(context, answer.confirmation)] };
}

/** A person says what became of what the platform couldn't tell. */
async function decide(
  confirmation: Confirmation,
  happened: boolean,
  { context, desk }: Tapped,
): Promise<Said> {
  const { lineId: by, event, signal } = context;
  const doer = { by, eventId: event.webhookEventId };
  const stored = await desk.execution.decide(confirmation, happened, doer, signal);
  return { messages: [storedView(context, stored, by)] };
}

export const whatOf = (look: Look, confirmation: Confirmation): string => {
  const what = kindOf(confirmation).what(look, confirmation.order);
  return confirmation.undoOf ? look.say("staff.what.undo", { what }) : what;
};

/** How it stands, for whoever taps again. */
export function standing(look: Look, confirmation: Confirmation): Message {
  const { state, outcome } = confirmation;
  if (outcome && (state === "done" || state === "refused")) {
    return endedView(look, confirmation, outcome, null, "staff.stands.already");
  }
  const what = whatOf(look, confirmation);
  if (state === "open") return text(look.say("staff.stands.expired"));
  if (state === "done" || state === "refused") return text(what);
  return text(look.say(`staff.stands.${state}`, { what }));
}

/** How an order stands in the store, for somebody who waits for its end. */
export function storedView(look: Look, { confirmation, undo }: Stored, lineId: string): Message {
  const { id, state, outcome, asker } = confirmation;
  // An undo by which nothing was done can be tapped again.
  const again = state === "open" && asker === lineId ? id : null;
  if (!outcome || (state !== outcome.state && !again)) return standing(look, confirmation);
  return endedView(look, confirmation, outcome, undo?.asker === lineId ? undo.id : again);
}

/** How an order ended. @param undo the question that takes it back. */
function endedView(
  look: Look,
  confirmation: Confirmation,
  outcome: Outcome,
  undo: string | null,
  before?: MessageKey & "staff.stands.already",
): Message {
  const { say } = look;
  const what = whatOf(look, confirmation);
  const actions = undo ? [ask(say("staff.undo"), "/yes", { id: undo })] : [];
  switch (outcome.state) {
    case "done": {
      const kind = kindOf(confirmation);
      const ended =
        "person" in outcome.done
          ? { title: what, facts: [say("staff.decided.done")] }
          : kind.ended(look, confirmation.order, outcome.done);
      const title = confirmation.undoOf ? what : ended.title;
      return sheet(look, title, [before ? say(before) : "", ...ended.facts], actions);
    }
    case "refused": {
      const words = say("staff.refused", { what, why: whyRefused(look, outcome) });
      const [title = "", ...facts] = words.split("\n");
      return undo ? sheet(look, title, facts, actions) : text(words);
    }
    case "unknown":
      return text(say("staff.unknown", { what }));
    case "person":
      return text(say("staff.stands.person", { what }));
  }
}

const reasons = [
  "MEMBER_INACTIVE",
  "COUPON_SET_NOT_ACTIVE",
  "MEMBER_LIMIT_REACHED",
  "OUT_OF_STOCK",
  "NOT_FOUND",
  "REF_NO_TAKEN",
  "POINTS_ALREADY_SPENT",
  "COUPON_USED",
  "COUPON_EXPIRED",
  "COUPON_VOIDED",
  "COUPON_NOT_STARTED",
  "COUPON_NOT_GIVEN",
  "COUPON_OTHER_MEMBER",
  "UNREACHED",
  "PERSON",
] as const;

function whyRefused(
  { say }: Look,
  { code, detail }: Extract<Outcome, { state: "refused" }>,
): string {
  const { balance, requested } = detail ?? {};
  if (typeof balance === "number" && typeof requested === "number") {
    return say("staff.tooFewPoints", { balance, wanted: requested });
  }
  const at = typeof detail?.["used_at"] === "string" ? instantOf(detail["used_at"]) : null;
  if (code === "COUPON_USED" && at !== null) {
    const where = [detail?.["branch_code"], detail?.["used_by"]].filter(Boolean).join(", ");
    return [say("staff.coupon.used", { at }), where && `(${clip(where, 100)})`].join(" ").trim();
  }
  const known = reasons.find((reason) => reason === code);
  return known
    ? say(`staff.why.${known}` as "staff.why.NOT_FOUND")
    : clip(say("staff.why.other"), 500);
}
