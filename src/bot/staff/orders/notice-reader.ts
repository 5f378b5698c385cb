/** Renders stored notices as messages, if their recipients may still see them. */
import { reasonOf } from "../../../errors.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { MemberCache } from "../../../members/member-cache.ts";
import type { Log } from "../../../observability/log.ts";
import type { Notices, StoredNotice } from "../../../store/notices.ts";
import { isKnownOrder, type Order } from "../../../store/order.ts";
import type { Orders } from "../../../store/orders.ts";
import { kindOf } from "../../../store/rules/kinds.ts";
import type { Redeemer, RenderContext } from "../../context.ts";
import { redemptionView } from "../../intents/redeem/status-view.ts";
import { postbackAction } from "../../views/flex-components.ts";
import { orLater } from "./attempt.ts";
import { giftView, type GiftServices } from "./gift-notice.ts";
import { storedView, describeWrite } from "./status-view.ts";
import { managers, isAllowed, type Command } from "../command.ts";
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
    orders: Pick<Orders, "get" | "undoOf">;
    redeemer: Pick<Redeemer, "find">;
    members: Pick<MemberCache, "lookup">;
    directory: Pick<StaffDirectory, "of" | "names">;
    table: readonly Command[];
    log: Log;
  },
): NoticeReader {
  const { notices, orders, redeemer, members, directory, table, log } = options;

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

  /** How a redemption stands, for the member or for who redeemed for them. */
  async function redemptionNotice(
    ctx: RenderContext,
    stored: StoredNotice,
    id: string,
  ): Promise<NoticeView> {
    const redemption = await redeemer.find(stored.account, id);
    if (!redemption) return null;
    if (redemption.state === "foreign") return "foreign";
    if (redemption.asker === redemption.lineId) {
      return memberView(stored, redemption.memberUuid, async () => {
        const sets = await options.couponSets.known(options.loyalty);
        return redemptionView(ctx, redemption, { set: sets.get(redemption.terms.setUuid) ?? {} });
      });
    }
    if (!(await mayRead(stored, "redeem"))) return null;
    return redemptionResult(ctx, redemption);
  }

  async function viewOf(ctx: RenderContext, stored: StoredNotice): Promise<NoticeView> {
    const { account, lineId, notice } = stored;
    if (!Object.hasOwn(knownKinds, notice.kind)) return "foreign";
    const order = await orders.get(account, notice.confirmation);
    if (!order) return null;
    if (!isKnownOrder(order)) return "foreign";
    if (notice.kind === "gift") {
      return memberView(stored, order.memberUuid, () => giftView(ctx, notice, order, options));
    }
    if (kindOf(order).isPaid) return redemptionNotice(ctx, stored, order.id);
    if (!table.some(({ name }) => name === order.command)) return "foreign";
    if (!(await mayRead(stored, order.command))) return null;
    if (notice.kind === "approval") {
      return approvalView(ctx, order, await directory.names(account));
    }
    return storedView(ctx, { order, undo: await orders.undoOf(account, order.id) }, lineId);
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

/** Another version may have stored more. */
const knownKinds: Readonly<Record<StoredNotice["notice"]["kind"], true>> = {
  gift: true,
  ended: true,
  approval: true,
};

function approvalView(
  ctx: RenderContext,
  order: Order,
  nameOf: (lineId: string) => string,
): Message | null {
  // Another manager may have answered since.
  if (order.state !== "awaiting_approval") return null;
  const { t } = ctx;
  const { id, asker, claimedAt, askedAt } = order;
  return infoCard(
    ctx,
    t("staff.approval.asked"),
    [
      describeWrite(ctx, order),
      t("staff.pending.by", { who: nameOf(asker), at: claimedAt ?? askedAt }),
    ],
    [
      postbackAction(t("staff.yes.approve"), "/approve", { id }),
      postbackAction(t("staff.decline"), "/decline", { id }),
    ],
  );
}
