/** Fills an empty platform with the demo's data, all of it relative to the moment of seeding. */
import type { Business } from "../context.ts";
import type { Database } from "../database.ts";
import { addBusinesses } from "./businesses.ts";
import { addMember, openBalance } from "./members.ts";
import { membersByHand } from "./people.ts";

const dayMs = 86_400_000;

/** Does nothing where there are members already. */
export function seedOnce(database: Database, now: number): void {
  database.write(() => {
    if (database.get("SELECT 1 FROM member LIMIT 1")) return;
    seed(database, now);
  });
}

function seed(database: Database, now: number): void {
  addBusinesses(database, now);
  const [sakura, lotus] = database.all<Business>("SELECT * FROM business ORDER BY id");
  const since = now - 540 * dayMs;
  for (const [index, member] of membersByHand.entries()) {
    const { cards } = addMember(database, sakura!, member, since + index * 1000);
    for (const card of cards) openBalance(database, sakura!, card, card.point, since);
  }
  // The same person is a member of the other business, too, with other points.
  const [somchai] = membersByHand;
  const { cards } = addMember(database, lotus!, { ...somchai!, cards: [["LOTUS", 77]] }, since);
  for (const card of cards) openBalance(database, lotus!, card, card.point, since);
}
