/** Starts a loyalty emulator for one test, and clients of it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { systemClock, type Clock } from "../../../src/clock.ts";
import {
  createLoyaltyClient,
  type LoyaltyClient,
  type LoyaltyClientOptions,
} from "../../../src/loyalty/client.ts";
import type { Page } from "../../../src/loyalty/contract.ts";
import { readList } from "../../../src/loyalty/read-list.ts";
import {
  openPlatformFile,
  startLoyaltyEmulator,
  type BehaviourName,
} from "../../../src/emulators/loyalty/index.ts";
import { createLog } from "../../../src/observability/log.ts";

const log = createLog("silent");

/** A token store in memory. */
export function tokenStore() {
  const stored = new Map<string, string>();
  return {
    stored,
    get: async (key: string) => stored.get(key) ?? null,
    set: async (key: string, value: string) => void stored.set(key, value),
    exclusive: <T>(_key: string, work: () => Promise<T>) => work(),
  };
}

/** Seeded files by their clock's time: copying one is faster than seeding. */
const templates = new Map<number | "now", Buffer>();

/** A new file with the demo data as of the clock's time, deleted after the test. */
function seeded(clock: Clock): string {
  const folder = mkdtempSync(join(tmpdir(), "platform-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "platform.sqlite");
  const time = clock === systemClock ? "now" : clock.now();
  const template = templates.get(time);
  if (template) writeFileSync(file, template);
  else {
    openPlatformFile(file, clock)[Symbol.dispose]();
    templates.set(time, readFileSync(file));
  }
  return file;
}

export async function startPlatform({
  clock = systemClock,
  file = seeded(clock),
  behaviour = null,
}: { clock?: Clock; file?: string; behaviour?: BehaviourName | null } = {}) {
  const platform = await startLoyaltyEmulator({ port: 0, file, behaviour, clock, log });
  onTestFinished(() => platform[Symbol.asyncDispose]());
  const [sakura, lotus] = platform.credentials.businesses;

  /** A client of a business with the direct flow. */
  function client(options: Partial<LoyaltyClientOptions> = {}, business = sakura!) {
    const loyalty = createLoyaltyClient({
      baseUrl: platform.baseUrl,
      direct: {
        businessCode: business.code,
        apiKey: business.api_key,
        apiSecret: business.api_secret,
      },
      exchange: null,
      timeoutMs: 2000,
      clock: systemClock,
      log,
      tokens: tokenStore(),
      idempotentWrites: true,
      ...options,
    });
    onTestFinished(() => loyalty[Symbol.asyncDispose]());
    return loyalty;
  }

  return { ...platform, sakura: sakura!, lotus: lotus!, client };
}

/** All rows of a list. */
export async function allOf<
  Input extends { page?: number | undefined; size?: number | undefined },
  Row extends { uuid: string },
>(
  call: (input: Input) => Promise<Page<Row>>,
  input = {} as Omit<Input, "page" | "size">,
): Promise<Row[]> {
  const { rows, isComplete } = await readList(call, input, { maxPages: 100 });
  if (!isComplete) throw new Error("the list is incomplete");
  return rows;
}

/** The one member that a search finds. */
export async function memberBy(loyalty: LoyaltyClient, search: string) {
  const { data } = await loyalty.getProfile({ search });
  const [member] = data;
  if (!member || data.length > 1) throw new Error(`${data.length} members for ${search}`);
  return member;
}

/** The first card of the one member that a search finds. */
export async function cardOf(loyalty: LoyaltyClient, search: string) {
  const [card] = (await memberBy(loyalty, search)).cards;
  if (card?.point == null) throw new Error(`${search} has no card`);
  return { ...card, point: card.point };
}
