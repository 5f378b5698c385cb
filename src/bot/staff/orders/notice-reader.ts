/** Renders stored notices as messages, if their recipients may still see them. */
import { reasonOf } from "../../../errors.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { MemberCache } from "../../../members/member-cache.ts";
import type { Log } from "../../../observability/log.ts";
import type { Confirmation, Confirmations } from "../../../store/confirmations.ts";
import type { Notice, Notices, StoredNotice } from "../../../store/notices.ts";
import { isKnownRedemption, type Redemptions } from "../../../store/redemptions.ts";
import type { RenderContext } from "../../context.ts";
import { redemptionView } from "../../intents/redeem/status-view.ts";
import { postbackAction } from "../../views/flex-components.ts";
import { orLater } from "./attempt.ts";
import { giftView, type GiftServices } from "./gift-notice.ts";
import { isOffered } from "./question.ts";
import { storedView, describeWrite } from "./status-view.ts";
import { managers, isAllowed, type Command } from "../command.ts";
import { isKnownKind } from "../operations/index.ts";
import { redemptionResult } from "../redemption/result-view.ts";
import type { StaffDirectory } from "../staff-directory.ts";
import { infoCard } from "../staff-views.ts";

export interface NoticeReader {
  /** A recipient's notices that no reply or push carries yet, oldest first. */
  of(account: string, lineId: string): Promise<StoredNotice[]>;
  /** Never rejects. */
  view(ctx: RenderContext, notice: StoredNotice): Promise<NoticeView>;
}

/**
 * Null when a notice is obsolete, or its recipient may no longer see it: it is deleted. `later`: the platform fails to say
 * whether they may. `foreign`: only another version of the bot can show it, or this one has failed to. Both are kept.
 */
export type NoticeView = Message | "later" | "foreign" | null;

/** @param options `loyalty`: asked whether a gift can still be used. `table`: the commands, whose roles decide who may see a notice. */
export function createNoticeReader(
  options: GiftServices & {
    notices: Pick<Notices, "of">;
    confirmations: Pick<Confirmations, "get" | "undoOf">;
    redemptions: Pick<Redemptions, "get">;
    members: Pick<MemberCache, "lookup">;
    directory: Pick<StaffDirectory, "of" | "names">;
    table: readonly Command[];
    log: Log;
  },
): NoticeReader {
  const { notices, confirmations, redemptions, members, directory, table, log } = options;

  /** Checks the recipient's current role: it may have changed since the notice was stored. */
  async function mayRead(
    { account, lineId, notice: { kind } }: StoredNotice,
    commandName: string,
  ): Promise<boolean> {
    const reader = await directory.of(account, lineId);
    if (!reader) return false;
    if (kind === "approval") return managers.includes(reader.role);
    const command = table.find(({ name }) => name === commandName);
    return command !== undefined && isAllowed(command, reader);
  }

  /** The view of a member's notice, if the recipient's LINE account is still that member's. */
  async function memberView(
    { lineId }: StoredNotice,
    memberUuid: string | null,
    view: () => NoticeView | Promise<NoticeView>,
  ): Promise<NoticeView> {
    const found = await members.lookup(lineId).catch(orLater);
    if (found === "later") return "later";
    return found.kind === "member" && found.profile.uuid === memberUuid ? view() : null;
  }

  /** How a redemption has ended, for the member or for who redeemed for them. */
  async function redemptionNotice(
    ctx: RenderContext,
    stored: StoredNotice,
    id: string,
  ): Promise<NoticeView> {
    const redemption = await redemptions.get(stored.account, id);
    if (!redemption) return null;
    if (!isKnownRedemption(redemption)) return "foreign";
    if (redemption.asker === redemption.lineId) {
      return memberView(stored, redemption.memberUuid, async () => {
        const sets = await options.couponSets.known(options.loyalty);
        return redemptionView(ctx, redemption, { set: sets.get(redemption.order.setUuid) ?? {} });
      });
    }
    if (!(await mayRead(stored, "redeem"))) return null;
    return redemptionResult(ctx, redemption);
  }

  async function orderNotice(
    ctx: RenderContext,
    stored: StoredNotice,
    notice: Exclude<Notice, { kind: "redemption" }>,
  ): Promise<NoticeView> {
    const { account, lineId } = stored;
    const confirmation = await confirmations.get(account, notice.confirmation);
    if (!confirmation) return null;
    if (!isKnownKind(confirmation)) return "foreign";
    if (notice.kind === "gift") {
      return memberView(stored, confirmation.memberUuid, () =>
        giftView(ctx, notice, confirmation, options),
      );
    }
    if (!table.some(({ name }) => name === confirmation.command)) return "foreign";
    if (!(await mayRead(stored, confirmation.command))) return null;
    if (notice.kind === "approval") {
      return approvalView(ctx, confirmation, await directory.names(account));
    }
    const newest = await confirmations.undoOf(account, confirmation.id);
    const undo = newest && isOffered(newest, ctx.now) ? newest : null;
    return storedView(ctx, { confirmation, undo }, lineId);
  }

  async function viewOf(ctx: RenderContext, stored: StoredNotice): Promise<NoticeView> {
    const { notice } = stored;
    switch (notice.kind) {
      case "redemption":
        return redemptionNotice(ctx, stored, notice.redemption);
      case "gift":
      case "ended":
      case "approval":
        return orderNotice(ctx, stored, notice);
      default:
        return "foreign";
    }
  }

  return {
    of: (account, lineId) => notices.of(account, lineId),
    view: (ctx, stored) =>
      viewOf(ctx, stored).catch((error: unknown) => {
        log.error({ notice: stored.id, reason: reasonOf(error) }, "a notice can't be shown");
        return "foreign";
      }),
  };
}

function approvalView(
  ctx: RenderContext,
  confirmation: Confirmation,
  nameOf: (lineId: string) => string,
): Message | null {
  // Another manager may have answered since.
  if (confirmation.state !== "awaiting_approval") return null;
  const { t } = ctx;
  const { id, asker, claimedAt, askedAt } = confirmation;
  return infoCard(
    ctx,
    t("staff.approval.asked"),
    [
      describeWrite(ctx, confirmation),
      t("staff.pending.by", { who: nameOf(asker), at: claimedAt ?? askedAt }),
    ],
    [
      postbackAction(t("staff.yes.approve"), "/approve", { id }),
      postbackAction(t("staff.decline"), "/decline", { id }),
    ],
  );
}
