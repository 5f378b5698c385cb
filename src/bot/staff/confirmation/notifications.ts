/** What somebody is still to be told, in words, as far as they may know of it at that moment. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { Confirmation, Confirmations } from "../../../store/confirmations.ts";
import type { Notice, Notices, StoredNotice } from "../../../store/notices.ts";
import type { RenderContext } from "../../context.ts";
import { postbackAction, clip } from "../../views/flex-components.ts";
import { storedView, describe } from "./answer.ts";
import { managers, isAllowed, type Command } from "../command.ts";
import type { StaffDirectory } from "../staff-directory.ts";
import { infoCard, text } from "../staff-views.ts";

export interface NoticeReader {
  /** What nothing carries to somebody yet, oldest first. */
  of(account: string, lineId: string): Promise<StoredNotice[]>;
  /** @returns null where there is nothing left to tell, or its reader may not know of it any more. */
  view(ctx: RenderContext, notice: StoredNotice): Promise<Message | null>;
}

/** @param table the commands, which say who may order what. */
export function createNoticeReader(options: {
  notices: Pick<Notices, "of">;
  confirmations: Pick<Confirmations, "get" | "undoOf">;
  roster: Pick<StaffDirectory, "of">;
  table: readonly Command[];
}): NoticeReader {
  const { notices, confirmations, roster: directory, table } = options;

  /** Asked when it is told: a role may have ended since the notice was stored. */
  async function mayRead(
    { account, lineId }: StoredNotice,
    { kind }: Exclude<Notice, { kind: "gift" }>,
    { command: name }: Confirmation,
  ): Promise<boolean> {
    const reader = await directory.of(account, lineId);
    if (!reader) return false;
    if (kind === "approval") return managers.includes(reader.role);
    const command = table.find((one) => one.name === name);
    return command !== undefined && isAllowed(command, reader);
  }

  return {
    of: (account, lineId) => notices.of(account, lineId),
    async view(ctx, stored) {
      const { account, lineId, notice } = stored;
      const confirmation = await confirmations.get(account, notice.confirmation);
      if (!confirmation) return null;
      if (notice.kind === "gift") return giftView(ctx, notice, confirmation);
      if (!(await mayRead(stored, notice, confirmation))) return null;
      if (notice.kind === "approval") return approvalView(ctx, confirmation);
      const undo = await confirmations.undoOf(account, confirmation.id, ctx.now);
      return storedView(ctx, { confirmation, undo }, lineId);
    },
  };
}

function giftView(
  { t }: RenderContext,
  { quantity, name }: Extract<Notice, { kind: "gift" }>,
  { state, gifts }: Confirmation,
): Message | null {
  // Some of it may have been taken back meanwhile.
  const count = Math.min(quantity, gifts);
  if (state === "undone" || count === 0) return null;
  return text(t("staff.gift.notice", { count, set: clip(name, 100) }));
}

function approvalView(ctx: RenderContext, confirmation: Confirmation): Message | null {
  // Somebody else may have answered it meanwhile.
  if (confirmation.state !== "waiting") return null;
  const { t } = ctx;
  const { id } = confirmation;
  return infoCard(
    ctx,
    t("staff.approval.asked"),
    [describe(ctx, confirmation)],
    [
      postbackAction(t("staff.yes.approve"), "/approve", { id }),
      postbackAction(t("staff.decline"), "/decline", { id }),
    ],
  );
}
