/** The people of a simulated world: members, and staff who order writes for them; and what members are given. */

/** A LINE user id with a digit that tells people apart. */
const lineIdOf = (kind: string, index: number) => `U${`${kind}${index}`.padStart(32, "0")}`;

export interface Member {
  lineId: string;
  uuid: string;
  /** Found nowhere else, so that a message that holds it is about this member. */
  name: string;
  surname: string;
  card: string;
}

const names = ["Quilliam", "Zephyrine", "Oswaldine"];
const surnames = ["Brackwater", "Thistlewood", "Vanterpool"];

export const members: readonly Member[] = names.map((name, index) => ({
  lineId: lineIdOf("a", index),
  uuid: `member-${index}`,
  name,
  surname: surnames[index] ?? "",
  card: `90012345000${index}`,
}));

/** An owner and two managers. */
export const staff = [0, 1, 2].map((index) => ({
  lineId: lineIdOf("b", index),
  role: index === 0 ? ("owner" as const) : ("manager" as const),
  name: `Staff ${index}`,
}));

export const group = `C${"1".repeat(32)}`;
export const account = `U${"f".repeat(32)}`;
export const couponSet = { uuid: "set-1", name: "Espresso" };

/** What members redeem points for. Theirs suffice for one of the first, of which there are two. */
export const rewards = [
  { uuid: "set-2", name: "Matcha", points: 600, stock: 2, perMember: null },
  { uuid: "set-3", name: "Waffle", points: 300, stock: null, perMember: 1 },
] as const;
