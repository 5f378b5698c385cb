/** The `/pending` command: lists unfinished writes, with buttons for those that await a person. */
import type { Confirmation } from "../../../store/confirmations.ts";
import type { RenderContext } from "../../context.ts";
import { postbackAction } from "../../views/flex-components.ts";
import { describeWrite } from "../confirmation/status-view.ts";
import { managers, type Command } from "../command.ts";
import { infoCard, text } from "../staff-views.ts";

/** A reply has at most five messages; one is reserved for notices. */
const maxShown = 4;

const stateKeys = {
  awaiting_approval: "staff.pending.waiting",
  unknown: "staff.pending.unknown",
  needs_review: "staff.pending.person",
} as const;

export const pending: Command = {
  name: "pending",
  roles: managers,
  parameters: [],
  confirm: false,
  helpKey: "staff.help.pending",
  async run(ctx) {
    const { account, colleague, staffContext, now, t } = ctx;
    const rows = await staffContext.confirmations.pending(account, now);
    if (rows.length === 0) return { messages: [text(t("staff.pending.empty"))] };
    const nameOf = await staffContext.directory.names(account);
    const shown = rows.slice(0, maxShown);
    const left = rows.length - shown.length;
    return {
      messages: shown.map((row, index) => {
        const { id } = row;
        const title = describeWrite(ctx, row);
        const facts = [
          t(stateKeys[row.state as keyof typeof stateKeys]),
          t("staff.pending.by", { who: nameOf(row.asker), at: row.claimedAt ?? row.askedAt }),
          ...sendFacts(ctx, row),
          index === maxShown - 1 && left > 0 ? t("staff.pending.more", { count: left }) : "",
        ];
        if (row.state === "awaiting_approval" && row.asker !== colleague.lineId) {
          const yes = postbackAction(t("staff.yes.approve"), "/approve", { id });
          return infoCard(ctx, title, facts, [
            yes,
            postbackAction(t("staff.decline"), "/decline", { id }),
          ]);
        }
        if (row.state === "needs_review") {
          const yes = postbackAction(t("staff.happened"), "/happened", { id });
          const no = postbackAction(t("staff.notHappened"), "/not-happened", { id });
          return infoCard(ctx, title, facts, [yes, no]);
        }
        const cancel = postbackAction(t("staff.no"), "/no", { id });
        const isOwn = row.state === "awaiting_approval";
        return infoCard(ctx, title, facts, isOwn ? [cancel] : []);
      }),
    };
  },
};

/** When, how often and with which key the write was sent, to find it on the platform. */
const sendFacts = ({ t }: RenderContext, { sends, sentAt, refId }: Confirmation): string[] =>
  sentAt === null || sends === 0
    ? []
    : [
        t("staff.pending.sent", { count: sends, at: sentAt }),
        t("staff.pending.key", { key: refId }),
      ];
