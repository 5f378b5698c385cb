/** What somebody is still to be told, in words, as far as they may know of it at that moment. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { Confirmation, Confirmations } from "../../../store/confirmations.ts";
import type { Notice, Notices, StoredNotice } from "../../../store/notices.ts";
import type { Look } from "../../context.ts";
import { ask, clip } from "../../views/flex-components.ts";
import { storedView, whatOf } from "./answer.ts";
import { managers, mayGive, type Command } from "../command.ts";
import type { Roster } from "../staff-directory.ts";
import { sheet, text } from "../staff-views.ts";

export interface NoticeReader {
  /** What nothing carries to somebody yet, oldest first. */
  of(account: string, lineId: string): Promise<StoredNotice[]>;
  /** @returns null where there is nothing left to tell, or its reader may not know of it any more. */
  view(look: Look, notice: StoredNotice): Promise<Message | null>;
}

/** @param table the commands, which say who may order what. */
export function createNoticeReader(options: {
  notices: Pick<Notices, "of">;
  confirmations: Pick<Confirmations, "get" | "undoOf">;
  roster: Pick<Roster, "of">;
  table: readonly Command[];
}): NoticeReader {
  const { notices, confirmations, roster, table } = options;

  /** Asked when it is told: a role may have ended since the notice was stored. */
  async function mayRead(
    { account, lineId }: StoredNotice,
    { kind }: Exclude<Notice, { kind: "gift" }>,
    { command: name }: Confirmation,
  ): Promise<boolean> {
    const reader = await roster.of(account, lineId);
    if (!reader) return false;
    if (kind === "approval") return managers.includes(reader.role);
    const command = table.find((one) => one.name === name);
    return command !== undefined && mayGive(command, reader);
  }

  return {
    of: (account, lineId) => notices.of(account, lineId),
    async view(look, stored) {
      const { account, lineId, notice } = stored;
      const confirmation = await confirmations.get(account, notice.confirmation);
      if (!confirmation) return null;
      if (notice.kind === "gift") return giftView(look, notice, confirmation);
      if (!(await mayRead(stored, notice, confirmation))) return null;
      if (notice.kind === "approval") return approvalView(look, confirmation);
      const undo = await confirmations.undoOf(account, confirmation.id, look.now);
      return storedView(look, { confirmation, undo }, lineId);
    },
  };
}

function giftView(
  { say }: Look,
  { quantity, name }: Extract<Notice, { kind: "gift" }>,
  { state, gifts }: Confirmation,
): Message | null {
  // Some of it may have been taken back meanwhile.
  const count = Math.min(quantity, gifts);
  if (state === "undone" || count === 0) return null;
  return text(say("staff.gift.notice", { count, set: clip(name, 100) }));
}

function approvalView(look: Look, confirmation: Confirmation): Message | null {
  // Somebody else may have answered it meanwhile.
  if (confirmation.state !== "waiting") return null;
  const { say } = look;
  const { id } = confirmation;
  return sheet(
    look,
    say("staff.approval.asked"),
    [whatOf(look, confirmation)],
    [
      ask(say("staff.yes.approve"), "/approve", { id }),
      ask(say("staff.decline"), "/decline", { id }),
    ],
  );
}
