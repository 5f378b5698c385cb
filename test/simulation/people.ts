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

/** LINE accounts of people who aren't members yet. */
export const strangers: readonly string[] = [0, 1].map((index) => lineIdOf("c", index));

/** Who becomes a member, with the LINE account of whoever it is then; the birthdate is nobody's for now. */
export const joiners: readonly Member[] = [0, 1].map((index) => ({
  lineId: "",
  uuid: `joiner-${index}`,
  name: ["Peregrine", "Ottoline"][index] ?? "",
  surname: "Newcome",
  card: `90099999777${index + 1}`,
}));

/** What rules give: the sets of welcomes and birthdays. */
export const gifts = {
  welcome: { uuid: "set-4", name: "Cupcake" },
  birthday: { uuid: "set-5", name: "Sundae" },
} as const;

/** Coupons that end in two days: names of their sets, and which member has them. */
export const endings = [
  { uuid: "ending-1", name: "Tiramisu", member: 0 },
  { uuid: "ending-2", name: "Madeleine", member: 0 },
  { uuid: "ending-3", name: "Brioche", member: 1 },
] as const;

/** Birthdates that a member has one after the other: over New Year it is in another year, of the same birthday gift. */
export const birthdates = ["1990-12-30", "1990-01-01"] as const;

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
