/** Fills a database with the demo data; all dates are relative to the time of seeding. */
import { giveWay } from "../../../give-way.ts";
import { seededRandom, systemRandom } from "../random.ts";
import type { Business, Context } from "../context.ts";
import type { Database } from "../database.ts";
import { addBusinesses } from "./businesses.ts";
import { addCampaigns } from "./campaigns.ts";
import { addCoupons } from "./coupons.ts";
import { addMember, bulkMember, openBalance, type SeededMember } from "./members.ts";
import { bookHistory, specialTransactions } from "./transactions.ts";
import { addDays, localDate } from "../calendar.ts";
import { chosenMembers, type DemoMember } from "./chosen-members.ts";

const dayMs = 86_400_000;
/** Eighteen months. */
const historyMs = 540 * dayMs;

/** Thirteen pages of 20. */
const memberCount = 260;

/** Seeds a new database; does nothing if there are businesses. */
export function seedOnce(database: Database, now: number): void {
  database.write(() => {
    if (!database.get("SELECT 1 FROM business LIMIT 1")) seed(database, now);
  });
}

/** As `seedOnce` of an empty database that nobody else has opened, but in slices. */
export async function seedInSlices(database: Database, now: number): Promise<void> {
  const slices = seeding(database, now);
  while (!database.write(() => slices.next()).done) await giveWay();
}

/** Restores the initial data. The businesses, their keys and tokens are kept. */
export function reset(database: Database, now: number): void {
  const tables = ["code", "give", "coupon_set", "campaign", "answer", "movement", "card"];
  database.write(() => {
    for (const table of [...tables, "phone_reading", "member"])
      database.run(`DELETE FROM ${table}`);
    seed(database, now);
  });
}

/** Adds members to the first business until it has `total`. @returns the number of added members. */
export function growTo(database: Database, now: number, total: number): number {
  const [business] = businesses(database);
  const context = { database, random: systemRandom, origin: "", business: business!, now };
  const { count } = database.get<{ count: number }>(
    "SELECT count(*) AS count FROM member WHERE business_id = ?",
    business!.id,
  )!;
  // In batches, so that a running emulator isn't locked out for long.
  for (let next = count; next < total; next += 500)
    database.write(() => {
      for (let index = next; index < Math.min(next + 500, total); index += 1)
        for (const card of addMember(context, bulkMember(index)).cards)
          openBalance(context, card, card.point);
    });
  database.analyze();
  return Math.max(0, total - count);
}

function businesses(database: Database): Business[] {
  return database.all<Business>("SELECT * FROM business ORDER BY id");
}

function seed(database: Database, now: number): void {
  for (const _ of seeding(database, now));
}

function bornTomorrow(member: DemoMember, { now, business }: Context): DemoMember {
  const tomorrow = addDays(localDate(now, business.timezone), 1);
  const birthdate = { key: "birthdate", value: `1992${tomorrow.slice(4)}` };
  return { ...member, otherData: [...(member.otherData ?? []), birthdate] };
}

/** Members at once. */
const sliceSize = 20;

function* seeding(database: Database, now: number): Generator<void, void> {
  addBusinesses(database, now);
  const [sakura, lotus] = businesses(database);
  const random = seededRandom("seed");
  const since = now - historyMs;
  const context: Context = { database, random, origin: "", business: sakura!, now };

  const people = [
    ...chosenMembers,
    ...Array.from({ length: memberCount - chosenMembers.length }, (_, i) =>
      bulkMember(chosenMembers.length + i),
    ),
  ];
  const added: SeededMember[] = [];
  for (const [index, one] of people.entries()) {
    const member = one.hasBirthdayTomorrow ? bornTomorrow(one, context) : one;
    added.push(addMember({ ...context, now: since - (people.length - index) * 60_000 }, member));
    if (index % sliceSize === 0) yield;
  }
  for (const [index, { label, cards }] of added.entries()) {
    for (const card of cards) {
      const special = label === "olivia" ? specialTransactions(context) : [];
      const count = index < chosenMembers.length ? 5 : random.below(3);
      bookHistory(context, card, since, count, random, special);
    }
    if (index % sliceSize === 0) yield;
  }
  const welcomeSet = addCoupons(context, added, random);
  yield;
  addCampaigns(context, welcomeSet);
  yield;
  database.analyze();

  // One person is also a member of the other business, with another balance.
  const other = { ...context, business: lotus!, now: since };
  const [somchai] = chosenMembers;
  for (const card of addMember(other, { ...somchai!, cards: [["LOTUS", 77]] }).cards)
    openBalance(other, card, card.point);
}
