/** Finds what the operator's files name and the platform doesn't have: a misspelt name would be ignored in silence. */
import type { Brand } from "../bot/context.ts";
import { typeKey, valueOf } from "../bot/views/card.ts";
import { reasonOf } from "../errors.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import { pageSize, readList } from "../loyalty/read-list.ts";
import { counted } from "../observability/counted.ts";
import type { RewardsFile } from "../loyalty/reward-prices.ts";
import { readCardFiles } from "./read-settings.ts";
import type { Services } from "./connect-services.ts";
import type { AppContext } from "./context.ts";

/** Names in one line of the log. */
const maxNamed = 20;
/** Coupon sets are read up to so many pages of 100. */
const maxPages = 20;

interface NamingFiles {
  rewardsFile: RewardsFile;
  cards: Pick<Brand, "cardStyles" | "cardFacts">;
}

interface UnmatchedNames {
  /** The variable of the file. */
  file: "REWARDS_FILE" | "CARD_STYLES" | "CARD_FACTS";
  names: readonly string[];
  /** What they were looked for among. */
  among: string;
}

/**
 * Reads only what the files need, and concludes nothing from a list that isn't known. Card types and facts are those of
 * a page of members: more can't be read for this.
 * @throws {LoyaltyError}
 */
export async function unmatchedNames(
  loyalty: Pick<LoyaltyClient, "getCouponSet" | "getProfile">,
  { rewardsFile, cards }: NamingFiles,
  signal?: AbortSignal,
): Promise<UnmatchedNames[]> {
  const prices = Object.keys(rewardsFile);
  const sets = prices.length > 0 ? await setsOf(loyalty, signal) : null;
  const types = [...(cards.cardStyles?.keys() ?? [])];
  const facts = cards.cardFacts ?? [];
  const needsMembers = types.length > 0 || facts.length > 0;
  const members = needsMembers
    ? (await loyalty.getProfile({ page: 1, size: pageSize }, { signal })).data
    : [];
  const withCards = members.filter((member) => member.cards.length > 0);
  const among = `the cards of ${counted(withCards.length, "member", "members")}`;
  const known = new Set(members.flatMap((one) => one.cards.map((card) => typeKey(card.card_type))));
  const isSeen = (fact: (typeof facts)[number]) =>
    members.some((profile) =>
      [undefined, ...profile.cards].some(
        (card) => valueOf(fact, { profile, ...(card && { card }) }) !== undefined,
      ),
    );
  const found: UnmatchedNames[] = [
    {
      file: "REWARDS_FILE",
      names: sets ? prices.filter((uuid) => !sets.has(uuid)) : [],
      among: counted(sets?.size ?? 0, "coupon set", "coupon sets"),
    },
    { file: "CARD_STYLES", names: types.filter((type) => !known.has(type)), among },
    {
      file: "CARD_FACTS",
      names: facts.filter((fact) => !isSeen(fact)).map(nameOf),
      among,
    },
  ];
  return found.filter(
    ({ file, names }) => names.length > 0 && (file === "REWARDS_FILE" || withCards.length > 0),
  );
}

const nameOf = ({ owner, path }: { owner: string; path: readonly string[] }): string =>
  [owner, ...path].join(".");

/** The uuids of all sets; null where not all could be read, or there are none. */
async function setsOf(
  loyalty: Pick<LoyaltyClient, "getCouponSet">,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string> | null> {
  const {
    rows,
    isComplete,
    unreadable = [],
  } = await readList(loyalty.getCouponSet, {}, { signal, maxPages });
  const isKnown = isComplete && unreadable.length === 0 && rows.length > 0;
  return isKnown ? new Set(rows.map(({ uuid }) => uuid)) : null;
}

/** Warns of them in the background, once the bot has started; where the platform fails, the doctor is there. */
export function warnOfUnmatchedNames(
  { config, stack, log }: Pick<AppContext, "config" | "stack" | "log">,
  { loyalty, rewardsFile }: Pick<Services, "loyalty" | "rewardsFile">,
): void {
  const stopping = new AbortController();
  const cards = readCardFiles(config);
  const look = async (): Promise<void> => {
    const found = await unmatchedNames(loyalty, { rewardsFile, cards }, stopping.signal);
    for (const { file, names, among } of found) {
      const some = names.slice(0, maxNamed);
      log.warn({ names: some, among }, `${file} names what the platform doesn't have`);
    }
  };
  const looking = look().catch((error: unknown) =>
    log.debug({ reason: reasonOf(error) }, "names weren't compared"),
  );
  stack.defer(async () => {
    stopping.abort(new Error("stopping"));
    await looking;
  });
}
