/** `/pending` shows what waits for a second person or for the platform's answer; `/cancel` drops one's open question. */
import type { Confirmation } from "../../../store/confirmations.ts";
import type { Look } from "../../context.ts";
import { ask } from "../../views/flex-components.ts";
import { standing, whatOf } from "../confirmation/answer.ts";
import { everybody, managers, type Command } from "../command.ts";
import { sheet, text } from "../staff-views.ts";

/** LINE takes five messages at once; one is left for notices. */
const mostShown = 4;

export const pending: Command = {
  name: "pending",
  roles: managers,
  parameters: [],
  confirm: false,
  told: "staff.help.pending",
  async run(order) {
    const { account, asker, desk, now, say } = order;
    const rows = await desk.confirmations.pending(account, now);
    if (rows.length === 0) return { messages: [text(say("staff.pending.empty"))] };
    const colleagues = await desk.roster.all(account);
    const nameOf = (lineId: string) =>
      colleagues.find((one) => one.lineId === lineId)?.name ?? lineId;
    const shown = rows.slice(0, mostShown);
    const left = rows.length - shown.length;
    return {
      messages: shown.map((row, index) => {
        const { id } = row;
        const title = whatOf(order, row);
        const facts = [
          say(`staff.pending.${row.state as "waiting" | "unknown" | "person"}`),
          say("staff.pending.by", { who: nameOf(row.asker), at: row.takenAt ?? row.askedAt }),
          ...sendFacts(order, row),
          index === mostShown - 1 && left > 0 ? say("staff.more", { count: left }) : "",
        ];
        if (row.state === "waiting" && row.asker !== asker.lineId) {
          const yes = ask(say("staff.yes.approve"), "/approve", { id });
          return sheet(order, title, facts, [yes, ask(say("staff.decline"), "/decline", { id })]);
        }
        if (row.state === "person") {
          const yes = ask(say("staff.happened"), "/happened", { id });
          const no = ask(say("staff.notHappened"), "/not-happened", { id });
          return sheet(order, title, facts, [yes, no]);
        }
        return sheet(order, title, facts);
      }),
    };
  },
};

/** What a person needs to find it on the platform. */
const sendFacts = ({ say }: Look, { sends, sentAt, refId }: Confirmation): string[] =>
  sentAt === null || sends === 0
    ? []
    : [
        say("staff.pending.sent", { count: sends, at: sentAt }),
        say("staff.pending.key", { key: refId }),
      ];

export const cancel: Command = {
  name: "cancel",
  roles: everybody,
  parameters: [],
  confirm: false,
  acts: true,
  told: "staff.help.cancel",
  async run(order) {
    const { account, lineId, event, now, desk, say } = order;
    const open = await desk.confirmations.openOf(account, lineId, now);
    if (!open) return { messages: [text(say("staff.cancel.none"))] };
    const deed = { by: lineId, eventId: event.webhookEventId, at: now };
    const answer = await desk.confirmations.cancel(account, open.id, deed);
    return {
      messages: [standing(order, answer.kind === "none" ? open : answer.confirmation)],
    };
  },
};
