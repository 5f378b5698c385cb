/** Builds the member cache over the search or the member index: whichever is configured, or else what the platform needs. */
import { reasonOf } from "../errors.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import { startIndexLookup } from "../members/index-lookup.ts";
import { createLedgerMirror, type LedgerMirror } from "../members/ledger/ledger-mirror.ts";
import {
  createMirroredClient,
  createTransactionLookup,
  type TransactionLookup,
} from "../members/ledger/mirrored-client.ts";
import { createMemberCache, type FindProfiles, type MemberCache } from "../members/member-cache.ts";
import type { NewProfilesListener, ProfileCrawler } from "../members/profile-crawler.ts";
import { createSearchLookup } from "../members/search-lookup.ts";
import { hashId } from "../store/hash-id.ts";
import { platformId, type Services } from "./connect-services.ts";
import type { AppContext } from "./context.ts";

export interface Members {
  members: MemberCache;
  /** The profile crawler, which runs only with a member index. */
  crawler: Pick<ProfileCrawler, "onNewProfiles">;
}

type IndexLookup = Awaited<ReturnType<typeof startIndexLookup>>;

export async function createMembers(context: AppContext, services: Services): Promise<Members> {
  const { config, store, clock, log } = context;
  const { observations } = services;
  const search = createSearchLookup(services.loyalty);
  const index = createIndex(context, services);
  const usesIndex = () =>
    config.memberLookup === null
      ? observations.current()?.findsLineIds === false
      : config.memberLookup === "index";
  if (usesIndex()) await index.start();
  observations.onChange(() => {
    // The crawl begins at once: until it has finished, members get an apology.
    if (!usesIndex()) return;
    index.start().catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, "the member index didn't start");
    });
  });
  const find: FindProfiles = async (lineId, signal) =>
    usesIndex() ? (await index.start()).find(lineId, signal) : search(lineId, signal);
  const members = createMemberCache({
    find,
    clock,
    ...config.memberCache,
    changes: store.changes,
  });
  return { members, crawler: index };
}

/** The member index, started when it is first needed; one that didn't start is tried again. */
function createIndex(
  { store, stack, clock, log }: AppContext,
  services: Services,
): Pick<ProfileCrawler, "onNewProfiles"> & { start(): Promise<IndexLookup> } {
  let started: Promise<IndexLookup> | null = null;
  let listener: NewProfilesListener | null = null;

  async function start(): Promise<IndexLookup> {
    try {
      const lookup = await startIndexLookup({
        loyalty: services.loyalty,
        index: store.memberIndex,
        leadership: store.leadership,
        platform: platformId(services),
        clock,
        log,
      });
      lookup.onNewProfiles((hashes) => listener?.(hashes));
      return lookup;
    } catch (error) {
      started = null;
      throw error;
    }
  }

  stack.defer(async () => {
    const lookup = await started?.catch(() => null);
    await lookup?.[Symbol.asyncDispose]();
  });
  return {
    start: () => (started ??= start()),
    onNewProfiles: (next) => void (listener = next),
  };
}

export interface MirroredPlatform {
  /** The client whose lists of transactions come from the mirror where there is one. */
  loyalty: LoyaltyClient;
  /** Null = nothing is mirrored. */
  mirror: LedgerMirror | null;
  /** Null without a mirror. */
  transactions: TransactionLookup | null;
}

/** Builds the ledger mirror, if it is on, and the client of the platform that reads from it. */
export function mirrorLedger(
  { config, store, stack, clock, log }: AppContext,
  services: Services,
): MirroredPlatform {
  const { loyalty, clockDifference } = services;
  const { ledger } = store;
  if (config.ledgerDays === null) return { loyalty, mirror: null, transactions: null };
  const mirror = stack.use(
    createLedgerMirror({
      loyalty,
      ledger,
      platform: hashId(platformId(services)),
      days: config.ledgerDays,
      clockDifference: clockDifference.current,
      clock,
      log,
    }),
  );
  return {
    loyalty: createMirroredClient({ loyalty, mirror, ledger }),
    mirror,
    transactions: createTransactionLookup({ mirror, ledger }),
  };
}
