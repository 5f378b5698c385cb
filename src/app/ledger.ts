/** Builds the ledger mirror, if it is on, and the client of the platform that reads from it. */
import type { LoyaltyClient } from "../loyalty/client.ts";
import { createLedgerMirror, type LedgerMirror } from "../members/ledger/ledger-mirror.ts";
import {
  createMirroredClient,
  createTransactionLookup,
  type TransactionLookup,
} from "../members/ledger/mirrored-client.ts";
import { hashId } from "../store/hash-id.ts";
import { platformId, type Services } from "./connect-services.ts";
import type { AppContext } from "./context.ts";

export interface MirroredPlatform {
  /** The client whose lists of transactions come from the mirror where there is one. */
  loyalty: LoyaltyClient;
  /** Null = nothing is mirrored. */
  mirror: LedgerMirror | null;
  /** Null without a mirror. */
  transactions: TransactionLookup | null;
}

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
