/** Damages rows as a careless platform sends them: fields missing, null, of another type, or with unknown values. */

export type Row = Readonly<Record<string, unknown>>;

/** A number that follows from the row's uuid (FNV-1a). */
export function hashOf({ uuid }: Row): number {
  let hash = 0x811c9dc5;
  for (const letter of String(uuid)) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  }
  return hash;
}

/** Numbers and truth values as text, at any depth. */
function asText(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asText(inner)]));
}

/** Fields without which a row still says what it has to. */
const spare = ["channel", "remark", "terms", "description", "otherData", "profilePicture"];
/** Fields with a closed set of values that nothing depends on. */
const kinds: Row = { channel: "KIOSK", type: "NEW_KIND" };

/** Every other of them is null, the rest is missing. */
const withoutValue = (row: Row): Row =>
  omit(
    replace(row, spare, null),
    spare.filter((_, index) => index % 2 === 0),
  );
const withUnknownKinds = (row: Row): Row => ({
  ...row,
  // A movement's type is its direction.
  ...Object.fromEntries(
    Object.entries(kinds).filter(
      ([key]) => key in row && row[key] !== "ADD" && row[key] !== "BURN",
    ),
  ),
});

/** Damage that leaves the meaning of a row clear. */
export function damageWanted(row: Row): Row {
  const ways = [asText, withoutValue, withUnknownKinds, (one: Row) => one];
  return ways[hashOf(row) % ways.length]!(row) as Row;
}

const owners = ["member_uuid", "lineId", "card_no", "card_uuid"];
const omit = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !names.includes(key)));
const replace = (row: Row, names: readonly string[], value: unknown): Row => ({
  ...row,
  ...Object.fromEntries(names.flatMap((key) => (key in row ? [[key, value]] : []))),
});

/**
 * Damage to a row that wasn't asked for: what it is, or whose, may be unreadable.
 * @param more further ways to damage it.
 */
export function damageOther(row: Row, more: readonly ((row: Row) => Row)[] = []): Row {
  const ways = [
    (one: Row) => one,
    (one: Row) => omit(one, owners),
    (one: Row) => replace(one, owners, null),
    (one: Row) => replace(one, ["status", "type", "source", "active"], "NEW_VALUE"),
    (one: Row) => replace(one, ["points", "balance_after", "cards", "code"], { amount: 1 }),
    (one: Row) => asText(one) as Row,
    (one: Row) => replace(one, owners, 17),
    ...more,
  ];
  return ways[hashOf(row) % ways.length]!(row);
}
