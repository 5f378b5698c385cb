/** The members of the simulated platform: some of long ago, and who joins. */
import { birthdates, joiners, members, strangers, type Member } from "../people.ts";

interface Profile extends Member {
  birthdate: string | null;
}

export class People {
  readonly #members: Profile[] = members.map((member, index) => ({
    ...member,
    birthdate: index === 0 ? birthdates[0] : null,
  }));
  /** Members by the LINE accounts that they have now. */
  readonly #joined = new Map<string, Member>();

  get list(): readonly Profile[] {
    const joined = [...this.#joined].map(([lineId, one]) => ({ ...one, lineId, birthdate: null }));
    return [...this.#members, ...joined];
  }

  /** A LINE account becomes a member's; a member has one, and an account one member. */
  join(account: number, joiner: number): void {
    const lineId = strangers[account % strangers.length] ?? "";
    const who = joiners[joiner % joiners.length];
    if (!who) throw new RangeError("nobody joins");
    for (const [other, member] of this.#joined) {
      if (member === who || other === lineId) this.#joined.delete(other);
    }
    this.#joined.set(lineId, who);
  }

  changeBirthdate(): void {
    const [first] = this.#members;
    if (first) first.birthdate = first.birthdate === birthdates[0] ? birthdates[1] : birthdates[0];
  }
}
