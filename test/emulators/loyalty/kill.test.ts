/** Killing the loyalty emulator during writes: every answered write is durable, and none is partial. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/clock.ts";
import { createLoyaltyClient, type LoyaltyClient } from "../../../src/loyalty/client.ts";
import type { Transaction } from "../../../src/loyalty/contract.ts";
import type { Credentials } from "../../../src/emulators/loyalty/index.ts";
import { createLog } from "../../../src/observability/log.ts";
import { allOf, cardOf, memberBy, tokenStore } from "./loyalty-world.ts";

async function start(file: string) {
  const entry = fileURLToPath(new URL("child.ts", import.meta.url));
  const child = spawn(process.execPath, [entry, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { baseUrl, credentials } = JSON.parse(line) as {
    baseUrl: string;
    credentials: Credentials;
  };
  const { code, api_key, api_secret } = credentials.businesses[0]!;
  const loyalty = createLoyaltyClient({
    baseUrl,
    direct: { businessCode: code, apiKey: api_key, apiSecret: api_secret },
    exchange: null,
    timeoutMs: 2000,
    clock: systemClock,
    log: createLog("silent"),
    tokens: tokenStore(),
  });
  onTestFinished(() => loyalty[Symbol.asyncDispose]());
  return {
    connect: loyalty,
    async kill() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function ledgerOf(loyalty: LoyaltyClient, card_no: string): Promise<Transaction[]> {
  return allOf(loyalty.getTransaction, { card_no });
}

// The number of responses before the kill: early, in the middle, late.
test.each([3, 17, 40])("killed after %i responses", async (answersBefore) => {
  const folder = mkdtempSync(join(tmpdir(), "kill-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "platform.sqlite");
  const first = await start(file);
  const { card_no } = await cardOf(first.connect, "Olivia");
  const { uuid: memberUuid } = await memberBy(first.connect, "Olivia");
  const set = await first.connect.createCouponSet({
    name: "Many",
    type: "OTHER",
    source: "GENERATE",
    quantity: 200,
  });

  const writes = Array.from({ length: 60 }, (_, i) => {
    const ref_id = `write ${i}`;
    return (loyalty: LoyaltyClient): Promise<unknown> =>
      [
        () => loyalty.addPoint({ card_no, method: 2, points: 10 + i, ref_id }),
        () => loyalty.burnPoint({ card_no, points: 1 + i, ref_id }),
        () => loyalty.giveCouponToMemberId({ memberUuid, coupon_set_uuid: set.uuid, ref_id }),
      ][i % 3]!();
  });
  const answered = new Map<number, unknown>();
  const reached = Promise.withResolvers<void>();
  // A few at a time, so that the kill comes before the last one.
  const next = writes.entries();
  const lanes = Array.from({ length: 8 }, async () => {
    for (const [i, write] of next) {
      answered.set(i, await write(first.connect));
      if (answered.size === answersBefore) reached.resolve();
    }
  });
  const settled = Promise.allSettled(lanes);
  await reached.promise;
  await first.kill();
  await settled;
  expect(answered.size).toBeLessThan(writes.length);

  const second = await start(file);
  const { connect: loyalty } = second;
  const balanced = async () => {
    const ledger = await ledgerOf(loyalty, card_no);
    const sum = ledger
      .filter(({ status }) => status === "COMPLETED")
      .reduce((total, { type, points }) => total + (type === "ADD" ? points : -points), 0);
    expect((await cardOf(loyalty, "Olivia")).point).toBe(sum);
  };
  await balanced();
  // Every write is repeated: answered ones get the same response, the others take effect now, each once.
  for (const [i, write] of writes.entries()) {
    const again = await write(loyalty);
    expect(again).toEqual(answered.get(i) ?? again);
  }
  await balanced();
  const own = (await ledgerOf(loyalty, card_no)).filter(({ ref_id }) =>
    ref_id?.startsWith("write"),
  );
  expect(own).toHaveLength(40);
  const gifts = await allOf(loyalty.getGiveCouponHistory, { coupon_set_uuid: set.uuid });
  expect(new Set(gifts.map(({ code }) => code)).size).toBe(20);
  expect(gifts).toHaveLength(20);
  const { data } = await loyalty.getCouponSet({ search: set.uuid });
  expect(data[0]?.count).toMatchObject({ total: 200, pending: 180, given: 20 });
});
