/** Finds coupon sets by what staff write, and `/sets`, which lists those that can be given. */
import { LRUCache } from "lru-cache";
import type { Clock } from "../../../clock.ts";
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import type { CouponSet } from "../../../loyalty/contract.ts";
import { readList, type List } from "../../../loyalty/paginate.ts";
import type { RenderContext, Reply } from "../../context.ts";
import { parseInstant, isSameDay, lastInstantBefore } from "../../views/dates.ts";
import { clip } from "../../views/flex-components.ts";
import { asciiDigits } from "../argument-parser.ts";
import { orderButton } from "../stored-choices.ts";
import { managers, type Command, type CommandContext } from "../command.ts";
import { chooser, infoCard, text } from "../staff-views.ts";

const shownMs = 600_000;
const maxAskers = 1000;
const maxPages = 10;
const maxShown = 30;
const maxNameLength = 100;

/** What `#2` means to somebody: the list that they were shown last. */
export interface ShownSets {
  show(key: string, uuids: readonly string[]): void;
  at(key: string, number: number): string | null;
}

export function createShownSets(clock: Clock): ShownSets {
  const shown = new LRUCache<string, readonly string[]>({
    max: maxAskers,
    ttl: shownMs,
    ttlResolution: 0,
    perf: { now: () => clock.now() },
  });
  return {
    show: (key, uuids) => void shown.set(key, uuids),
    at: (key, number) => shown.get(key)?.[number - 1] ?? null,
  };
}

const keyOf = ({ account, colleague }: CommandContext) => `${account}/${colleague.lineId}`;

const allSets = (
  loyalty: LoyaltyClient,
  signal: AbortSignal,
  query: { giveable?: true },
): Promise<List<CouponSet>> =>
  readList(loyalty.getCouponSet, query, { signal, mostPages: maxPages });

/** How many are left to give; null = as many as one likes. */
export function leftOf({ source, count, limit }: CouponSet): number | null {
  const codes = source === "AUTO_GENERATE" ? null : count.pending;
  const share = limit.total === undefined ? null : limit.total - count.given - count.used;
  if (codes === null) return share === null ? null : Math.max(0, share);
  return Math.max(0, share === null ? codes : Math.min(codes, share));
}

export function leftLine({ t }: RenderContext, set: CouponSet): string {
  const left = leftOf(set);
  return left === null ? t("staff.left.endless") : t("staff.left", { count: left });
}

/** Whether it can be given from now, as far as the set itself tells. */
function isGiveable(set: CouponSet, now: number): boolean {
  const { status, give_start_at, give_end_at } = set;
  return (
    status === "ACTIVE" &&
    (parseInstant(give_start_at) ?? -Infinity) <= now &&
    (parseInstant(give_end_at) ?? Infinity) > now
  );
}

export const setName = ({ name }: CouponSet): string => clip(name, maxNameLength);

const folded = (words: string) => words.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

/** The sets that a word fits best: all of a name, its beginning, the beginning of a word in it. */
function fitting(sets: readonly CouponSet[], written: string): CouponSet[] {
  const wanted = folded(written);
  if (!wanted) return [];
  const ways: ((set: CouponSet) => boolean)[] = [
    ({ uuid, name }) => uuid === wanted || folded(name) === wanted,
    ({ uuid, name }) =>
      folded(name).startsWith(wanted) || (wanted.length >= 4 && uuid.startsWith(wanted)),
    ({ name }) =>
      folded(name)
        .split(/[\s·:,/()-]+/)
        .some((word) => word.startsWith(wanted)),
  ];
  return ways.map((way) => sets.filter(way)).find((found) => found.length > 0) ?? [];
}

/** The one set that the argument `set` means, or what is said where it means none or several. */
export async function oneSet(ctx: CommandContext): Promise<{ set: CouponSet } | { said: Reply }> {
  const { loyalty, signal, args, t, staffContext, now } = ctx;
  const written = args["set"] ?? "";
  const number = /^[#＃](\d{1,3})$/.exec(asciiDigits(written))?.[1];
  const shown = number ? staffContext.shownSets.at(keyOf(ctx), Number(number)) : null;
  if (number && !shown) return { said: { messages: [text(t("staff.set.number"))] } };
  const { rows, isWhole } = await allSets(loyalty, signal, {});
  const found = fitting(rows, shown ?? written);
  const isExact = found.some(({ uuid }) => uuid === folded(shown ?? written));
  // Another one that fits may stand where we didn't get to.
  if (!isWhole && !isExact) {
    return { said: { messages: [text(t("staff.tooMany", { what: clip(written, 60) }))] } };
  }
  const open = found.filter((set) => isGiveable(set, now));
  const [set, second] = open.length > 0 ? open : found;
  if (!set) {
    return { said: { messages: [text(t("staff.set.none", { set: clip(written, 60) }))] } };
  }
  if (second) {
    const options = (open.length > 0 ? open : found).map((one) => ({
      title: setName(one),
      facts: [leftLine(ctx, one)],
      action: orderButton(ctx, setName(one), ctx.command.name, { ...args, set: one.uuid }),
    }));
    return { said: { messages: [chooser(ctx, t("staff.set.title"), options)] } };
  }
  if (open.length === 0 || leftOf(set) === 0) {
    const key = leftOf(set) === 0 ? "staff.set.empty" : "staff.set.closed";
    return { said: { messages: [text(t(key, { set: setName(set) }))] } };
  }
  return { set };
}

/** Until when its coupons can be used. */
export function validityLine({ t, now, timeZone }: RenderContext, { validity }: CouponSet): string {
  if (validity.mode === "DAYS_AFTER_GIVE") {
    return t("staff.validity.days", { count: validity.days ?? 0 });
  }
  const noon = parseInstant(validity.end_on ? `${validity.end_on}T12:00:00Z` : undefined);
  const last = noon === null ? null : lastInstantBefore(new Date(noon + 1).toISOString());
  if (last === null) return t("coupon.endless");
  return isSameDay(last, now, timeZone) ? t("coupon.today") : t("coupon.until", { last });
}

export const sets: Command = {
  name: "sets",
  roles: managers,
  parameters: [],
  confirm: false,
  helpKey: "staff.help.sets",
  async run(ctx) {
    const { loyalty, signal, t, staffContext, now } = ctx;
    const { rows } = await allSets(loyalty, signal, { giveable: true });
    const listed = rows
      .filter((set) => isGiveable(set, now) && leftOf(set) !== 0)
      .slice(0, maxShown);
    staffContext.shownSets.show(
      keyOf(ctx),
      listed.map(({ uuid }) => uuid),
    );
    if (listed.length === 0) return { messages: [text(t("staff.sets.empty"))] };
    const lines = listed.map((set, index) =>
      [`#${index + 1} ${setName(set)}`, leftLine(ctx, set), validityLine(ctx, set)].join(" · "),
    );
    return { messages: [infoCard(ctx, t("staff.sets.title"), lines)] };
  },
};
