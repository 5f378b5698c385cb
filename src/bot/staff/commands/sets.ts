/** The `/sets` and `/campaigns` commands, and how a command's coupon set is found, by number, name or uuid. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { CouponSet } from "../../../loyalty/contract.ts";
import {
  isGiveable,
  leftOf,
  readCouponSets,
  unreadableDatesOf,
} from "../../../loyalty/coupon-sets.ts";
import { readList, requireKnown } from "../../../loyalty/read-list.ts";
import { asciiDigits, withoutFraming } from "../../../text/digits.ts";
import { foldedName, withoutInnerBlanks } from "../../../text/folded-name.ts";
import type { RenderContext, Reply } from "../../context.ts";
import { setValidity } from "../../views/coupon.ts";
import { byEnd, isRunningOrPlanned, periodTextForStaff, unreadDates } from "../../views/dates.ts";
import * as ui from "../../views/flex-components.ts";
import { commandButton, giveSetAction } from "../next-actions.ts";
import {
  cashierAndAbove,
  type Command,
  type CommandContext,
  expectAnother,
  managers,
} from "../command.ts";
import { unreadLine } from "../member-text.ts";
import { chooser, infoCard, listCard, textMessage, textReply } from "../staff-views.ts";

const maxSets = 30;

export const setsCommand: Command = {
  name: "sets",
  roles: managers,
  parameters: [],
  helpKey: "staff.help.sets",
  async run(ctx) {
    const { t, timeZone, staffContext } = ctx;
    const { giveable, unreadable, unread: lost, isComplete } = await readOpenSets(ctx);
    const listed = giveable.slice(0, maxSets);
    staffContext.dialogue.showSets(listed.map(({ uuid }) => uuid));
    // Those that can't be given have no number: it would be taken for one that can.
    const unread = unreadable.slice(0, maxSets - listed.length).map((set) => ({
      text: `${setName(set)} · ${unreadDates(ctx, unreadableDatesOf(set, timeZone))}`,
    }));
    if (listed.length + unread.length === 0) return textReply(t("staff.sets.empty"));
    const rows = listed.map((set, index) => ({
      text: ui.dotted([
        `#${index + 1} ${setName(set)}`,
        leftLine(ctx, set),
        validityLine(ctx, set),
      ]),
      actions: giveSetAction(ctx, set),
    }));
    const notes = [unreadLine(ctx, lost), isComplete ? "" : t("staff.partial")];
    const all = [...rows, ...unread, ...notes.map((note) => ({ text: note }))];
    return { messages: [listCard(ctx, t("staff.sets.title"), all)] };
  },
};

const maxCampaigns = 20;

/** The `/campaigns` command: lists active and scheduled campaigns. */
export const campaigns: Command = {
  name: "campaigns",
  roles: cashierAndAbove,
  parameters: [],
  helpKey: "staff.help.campaigns",
  async run(ctx) {
    const { loyalty, timeZone, signal, t } = ctx;
    const list = await readList(loyalty.getCampaign, {}, { signal });
    const rows = byEnd(
      list.rows.filter((row) => isRunningOrPlanned(ctx, row)),
      timeZone,
    );
    if (rows.length === 0 && !list.unreadable) {
      const key = list.isComplete ? "staff.campaigns.empty" : "staff.listTooLong";
      return textReply(t(key));
    }
    const lines = rows
      .slice(0, maxCampaigns)
      .map((row) =>
        ui.dotted([
          ui.clip(row.name, 100),
          periodTextForStaff(ctx, row),
          row.card_types.join(", "),
        ]),
      );
    const unread = unreadLine(ctx, list.unreadable);
    const partial = list.isComplete ? "" : t("staff.partial");
    return { messages: [infoCard(ctx, t("campaigns.label"), [...lines, unread, partial])] };
  },
};

// Finds coupon sets by name, uuid or number in the last list, and says what can be given of them.

const maxNameLength = 100;

/** Active sets: those that can be given now and have coupons left, and those that can't as their dates can't be read. */
interface OpenSets {
  giveable: CouponSet[];
  unreadable: CouponSet[];
  /** Rows that can't be read at all. */
  unread: readonly unknown[];
  /** Whether there are no others. */
  isComplete: boolean;
}

/** @throws {LoyaltyError} */
export async function readOpenSets(ctx: CommandContext): Promise<OpenSets> {
  const { loyalty, timeZone, signal } = ctx;
  const canBeGiven = (set: CouponSet) => isGiveable(set, ctx) && leftOf(set) !== 0;
  const isUnreadable = (set: CouponSet) =>
    set.status === "ACTIVE" && unreadableDatesOf(set, timeZone).length > 0;
  const filters = { giveable: true } as const;
  const list = await readCouponSets(loyalty, filters, {
    isWanted: (set) => canBeGiven(set) || isUnreadable(set),
    timeZone,
    signal,
  });
  const sets = requireKnown(list, "getCouponSet");
  return {
    giveable: sets.filter(canBeGiven),
    unreadable: sets.filter(isUnreadable),
    unread: list.unreadable ?? [],
    isComplete: list.isComplete,
  };
}

export function leftLine({ t }: RenderContext, set: CouponSet): string {
  const left = leftOf(set);
  return left === null ? t("staff.left.endless") : t("staff.left", { count: left });
}

export const setName = ({ name }: CouponSet): string => ui.clip(name, maxNameLength);

const unspacedName = ({ name }: CouponSet): string => withoutInnerBlanks(foldedName(name));

/** Sets whose whole name or uuid is the text; else those that start with it; else by a word's start. */
function bestMatches(sets: readonly CouponSet[], written: string): CouponSet[] {
  const query = foldedName(written);
  if (!query) return [];
  const unspaced = withoutInnerBlanks(query);
  const matchers: ((set: CouponSet) => boolean)[] = [
    (set) => set.uuid === query || unspacedName(set) === unspaced,
    (set) =>
      unspacedName(set).startsWith(unspaced) || (query.length >= 4 && set.uuid.startsWith(query)),
    ({ name }) =>
      foldedName(name)
        .split(/[\s·:,/()"-]+/)
        .some((word) => word.startsWith(query)),
  ];
  return matchers.map((matches) => sets.filter(matches)).find((found) => found.length > 0) ?? [];
}

/** Lets the asker choose one of the sets for the command, or says that there are none. @param factOf what is said of each. */
export const setChooser = (
  ctx: CommandContext,
  found: readonly CouponSet[],
  factOf = (set: CouponSet) => leftLine(ctx, set),
): Message => {
  if (found.length === 0) return textMessage(ctx.t("staff.sets.empty"));
  const options = found.map((one) => ({
    title: setName(one),
    facts: [factOf(one)],
    action: commandButton(ctx, setName(one), ctx.command.name, { ...ctx.args, set: one.uuid }),
  }));
  return chooser(ctx, ctx.t("staff.set.title"), options);
};

/** Asks which set, of those that can be given. @throws {LoyaltyError} */
export const askGiveableSet = async (ctx: CommandContext): Promise<Reply> => ({
  messages: [setChooser(ctx, (await readOpenSets(ctx)).giveable)],
});

/**
 * The one set that the argument `set` matches, or the reply when there isn't one.
 * @param options `mustBeGiveable`: whether it has to be one that can be given now.
 * @throws {LoyaltyError}
 */
export async function oneSet(
  ctx: CommandContext,
  options: { mustBeGiveable?: boolean } = {},
): Promise<{ set: CouponSet } | { reply: Reply }> {
  const found = await setNamed(ctx, options);
  if ("reply" in found) expectAnother(ctx, "set");
  return found;
}

async function setNamed(
  ctx: CommandContext,
  { mustBeGiveable = true }: { mustBeGiveable?: boolean },
): Promise<{ set: CouponSet } | { reply: Reply }> {
  const { loyalty, signal, args, t, staffContext, timeZone } = ctx;
  const written = args["set"] ?? "";
  const number = /^[#＃](\d{1,9})$/.exec(asciiDigits(withoutFraming(written)))?.[1];
  const shown = number ? staffContext.dialogue.shownSet(Number(number)) : null;
  if (number && !shown) return { reply: { messages: [wrongNumber(ctx, Number(number))] } };
  const options = { isWanted: () => true, timeZone, signal };
  const { rows, isComplete } = await readCouponSets(loyalty, {}, options);
  const found = bestMatches(rows, shown ?? written);
  const isExact = found.some(({ uuid }) => uuid === foldedName(shown ?? written));
  // Not all sets were read: another one may match as well.
  if (!isComplete && !isExact) {
    return { reply: textReply(t("staff.tooMany", { what: ui.clip(written, 60) })) };
  }
  const open = mustBeGiveable ? found.filter((set) => isGiveable(set, ctx)) : found;
  const [set, second] = open.length > 0 ? open : found;
  if (!set) return { reply: textReply(t("staff.set.none", { set: ui.clip(written, 60) })) };
  if (second) return { reply: { messages: [setChooser(ctx, open.length > 0 ? open : found)] } };
  if (mustBeGiveable && (open.length === 0 || leftOf(set) === 0)) {
    const key = leftOf(set) === 0 ? "staff.set.empty" : "staff.set.closed";
    const unread = unreadDates(ctx, unreadableDatesOf(set, timeZone));
    const words = [t(key, { set: setName(set) }), unread].filter(Boolean).join("\n");
    return { reply: textReply(words) };
  }
  return { set };
}

/** Says why a number of the last list names no set. */
function wrongNumber(ctx: CommandContext, number: number): Message {
  const count = ctx.staffContext.dialogue.shownCount();
  if (count === null) return textMessage(ctx.t("staff.set.number"));
  return textMessage(ctx.t("staff.set.noSuchNumber", { number, count }));
}

/** Until when the set's coupons can be used. */
export const validityLine = (ctx: RenderContext, set: CouponSet): string =>
  setValidity(ctx, set, (count) => ctx.t("staff.validity.days", { count }));
