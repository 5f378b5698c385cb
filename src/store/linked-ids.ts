/** Decides which ids are one person's: a member's uuid and a LINE user id stand for each other only while each is linked to the other alone. */
import type { Queries } from "./database.ts";
import { hashId } from "./hash-id.ts";

/** What an order, the audit or the member index has of a member and a LINE account; empty where it names none. */
interface LinkRow {
  lineId: string | null;
  /** Of the LINE user id, where only that is stored. */
  hash: string | null;
  uuid: string | null;
}

export interface LinkedIds {
  lineIds: string[];
  memberUuids: string[];
  /** Ids that are linked to these and may be somebody else's: nothing is read or erased by them. */
  alsoLinked: string[];
  /** Whether the person was named by their LINE user id. */
  byLineId: boolean;
}

/** `$1`: a LINE user id or a member's uuid; `$2`: its hash. */
const links = `select line_id as "lineId", '' as hash, member_uuid as uuid from orders
  where line_id = $1 or member_uuid = $1
  union select line_id as "lineId", '' as hash, member_uuid as uuid from audit
  where line_id = $1 or member_uuid = $1
  union select '' as "lineId", hash, uuid from member_index where hash = $2 or uuid = $1`;

const isLineId = (id: string): boolean => id.startsWith("U");

/**
 * A LINE account changes hands, a wrong number is typed at the counter, a shop's phone registers customers: what is
 * linked to more than one other, or to the staff, is not followed.
 * @param who a LINE user id, or the uuid of a member.
 * @param staffLineIds LINE user ids that are the staff's, whether or not the store says so.
 */
export async function linkedIds(
  db: Queries,
  who: string,
  staffLineIds: readonly string[],
): Promise<LinkedIds> {
  const neighboursOf = async (id: string) =>
    neighboursIn(await db.rows<LinkRow>(links, [id, hashId(id)]), id);
  const neighbours = await neighboursOf(who);
  const known = neighbours.filter((id) => id !== null);
  const byLineId = isLineId(who);
  const alone = (alsoLinked: string[]): LinkedIds => ({
    lineIds: byLineId ? [who] : [],
    memberUuids: byLineId ? [] : [who],
    alsoLinked: alsoLinked.toSorted(),
    byLineId,
  });
  const [other] = known;
  if (other === undefined || neighbours.length > 1) return alone(known);
  const [lineId, uuid] = byLineId ? [who, other] : [other, who];
  const isShared = (await neighboursOf(other)).length > 1;
  // Whoever is or was of the staff, in any account.
  const staff = await db.rows("select 1 from staff where line_id = $1 limit 1", [lineId]);
  if (isShared || staffLineIds.includes(lineId) || staff.length > 0) return alone(known);
  return { lineIds: [lineId], memberUuids: [uuid], alsoLinked: [], byLineId };
}

/** What an id is linked to: members for a LINE user id, LINE accounts for a member; null for one of which only a hash is known. */
function neighboursIn(rows: readonly LinkRow[], id: string): (string | null)[] {
  const found = new Map<string, string | null>();
  for (const { lineId, hash, uuid } of rows) {
    const line = lineId ? hashId(lineId) : hash;
    if (!line || !uuid) continue;
    if (uuid === id) found.set(line, lineId || (found.get(line) ?? null));
    else if (line === hashId(id)) found.set(uuid, uuid);
  }
  return [...found.values()];
}
