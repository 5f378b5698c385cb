/** Finds who is meant by a name in a story's line, and names somebody so that nobody else is meant. */
import { foldedName } from "../../text/folded-name.ts";
import { parseStory } from "./parse-story.ts";
import type { StoryPerson } from "./story-world.ts";
import type { Faulty } from "./story.ts";

type Named = Pick<StoryPerson, "label" | "displayName">;

/** @returns the person, or why nobody can be meant. */
export function personNamed<Person extends Named>(
  who: string,
  people: readonly Person[],
): Person | Faulty {
  const wanted = foldedName(who);
  const exact = people.filter(
    ({ label, displayName }) => label === wanted || foldedName(displayName) === wanted,
  );
  const found =
    exact.length > 0
      ? exact
      : people.filter(({ displayName }) => foldedName(displayName).split(" ").includes(wanted));
  const [person, second] = found;
  if (person && !second) return person;
  if (!person) {
    const names = people.slice(0, 12).map(({ displayName }) => displayName);
    return { fault: { key: "story.fault.nobody", values: { who, names: names.join(", ") } } };
  }
  const names = found.map(({ label, displayName }) => `${displayName} (${label})`);
  const [others, last] = [names.slice(0, -1).join(", "), names.at(-1) ?? ""];
  return { fault: { key: "story.fault.several", values: { who, others, last } } };
}

/** The person's name where a line that begins with it means nobody else; their label otherwise. */
export function writtenName<Person extends Named>(
  person: Person,
  people: readonly Person[],
): string {
  const { label, displayName } = person;
  const [step] = parseStory(`${displayName}: hello`, "").story.steps;
  const isMeant =
    step?.kind === "act" &&
    step.act.type === "write" &&
    step.act.text === "hello" &&
    step.inGroup === undefined &&
    personNamed(step.who, people) === person;
  return isMeant ? displayName : label;
}
