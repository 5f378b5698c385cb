/** Finds who received a given coupon, who gave it and who approved: by the bot's own orders, else by the platform. */
import type { Coupon, MemberProfile } from "../../loyalty/contract.ts";
import { LoyaltyError } from "../../loyalty/errors.ts";
import type { Order } from "../../store/order.ts";
import { couponOf, termsOf } from "../redemption.ts";
import { askerNames } from "./asker-names.ts";
import type { CommandContext } from "./command.ts";
import { memberBy } from "./member-search.ts";
import { maskedWho } from "./member-text.ts";
import type { AffectedMember } from "./operations/write-operation.ts";

/** How many redemptions of a member are looked through for their coupons. */
const maxRedemptions = 50;

/** Names; a recipient is masked. */
export interface GiftPeople {
  recipient?: string;
  giver?: string;
  approver?: string;
  /** The points that the member paid, of one that was redeemed. */
  redeemedFor?: number;
}

/**
 * By the uuid of the coupon; without what can't be found out.
 * @param recipient whose gifts these all are; null = of several members.
 */
export async function giftPeople(
  ctx: CommandContext,
  coupons: readonly Coupon[],
  recipient: MemberProfile | null,
): Promise<ReadonlyMap<string, GiftPeople>> {
  const ordered = await orderedGifts(ctx, coupons);
  const unnamed = coupons.filter(({ uuid }) => !ordered.get(uuid)?.recipient);
  const recipients = recipient ? new Map<string, string>() : await recipientsOf(ctx, unnamed);
  return new Map(
    coupons.map(({ uuid, member_uuid }) => {
      const { recipient: known, ...people } = ordered.get(uuid) ?? {};
      const name = recipient ? undefined : (known ?? recipients.get(member_uuid ?? ""));
      return [uuid, { ...people, ...(name !== undefined && { recipient: name }) }];
    }),
  );
}

/** What the bot knows of its own gifts, by the uuid of the coupon. */
async function orderedGifts(
  ctx: CommandContext,
  coupons: readonly Coupon[],
): Promise<Map<string, GiftPeople>> {
  const nameOf = await askerNames(ctx);
  const found = await Promise.all(
    coupons.map(async (coupon) => {
      const people = await peopleOf(ctx, coupon, nameOf);
      return people ? [[coupon.uuid, people] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** Those of a gift that staff ordered, or that a member paid with points; null for any other. */
async function peopleOf(
  { account, staffContext }: CommandContext,
  { uuid, member_uuid, given_ref_id }: Coupon,
  nameOf: (lineId: string) => string,
): Promise<GiftPeople | null> {
  const { orders } = staffContext;
  if (!member_uuid) return null;
  // A platform may list no keys.
  const order = given_ref_id
    ? await orders.byRefId(account, member_uuid, given_ref_id)
    : (await orders.redemptionsOf(account, member_uuid, maxRedemptions)).find(
        (one) => couponOf(one)?.uuid === uuid,
      );
  if (!order) return null;
  return order.subject === null ? peopleOfOrder(order, nameOf) : peopleOfRedemption(order, nameOf);
}

function peopleOfOrder(
  { steps: [step], asker, approval, claimedBy }: Order,
  nameOf: (lineId: string) => string,
): GiftPeople {
  const { who } = (step?.input ?? {}) as Partial<AffectedMember>;
  return {
    giver: nameOf(asker),
    ...(who && { recipient: who }),
    ...(approval && claimedBy && { approver: nameOf(claimedBy) }),
  };
}

function peopleOfRedemption(order: Order, nameOf: (lineId: string) => string): GiftPeople {
  const { asker, lineId } = order;
  const { who: recipient, points: redeemedFor } = termsOf(order);
  return { recipient, redeemedFor, ...(asker !== lineId && { giver: nameOf(asker) }) };
}

/** Names by the members' uuid; none for those whom the platform doesn't find now. */
async function recipientsOf(
  { loyalty, signal }: CommandContext,
  coupons: readonly Coupon[],
): Promise<Map<string, string>> {
  const uuids = new Set(coupons.flatMap(({ member_uuid }) => member_uuid || []));
  const found = await Promise.all(
    [...uuids].map(async (uuid) => {
      try {
        const member = await memberBy(loyalty, uuid, signal);
        return member ? [[uuid, maskedWho(member)] as const] : [];
      } catch (error) {
        if (error instanceof LoyaltyError) return [];
        throw error;
      }
    }),
  );
  return new Map(found.flat());
}
