/** The first screen: ways to begin, each with somebody's chat and what they write first. */
import type { Person } from "../../server/chat-types.ts";
import { Icon, type IconName } from "../parts.tsx";
import { chatHash } from "./active-chat.ts";

interface Start {
  title: string;
  about: string;
  icon: IconName;
  text: string;
}

const starts: Readonly<Record<NonNullable<Person["start"]>, Start>> = {
  member: {
    title: "A member’s points",
    about: "asks for points, and gets each card with its balance.",
    icon: "ticket",
    text: "points",
  },
  stranger: {
    title: "Not a member yet",
    about: "asks for points, and learns how to join.",
    icon: "friend",
    text: "points",
  },
  staff: {
    title: "Staff at the till",
    about: "asks which commands there are: coupons, points, members.",
    icon: "pencil",
    text: "/help",
  },
};

interface WelcomeProps {
  people: readonly Person[];
  /** Called with what the person writes first in their chat. */
  onStart(userId: string, text: string): void;
}

export function Welcome({ people, onStart }: WelcomeProps) {
  const offered = Object.entries(starts).flatMap(([name, start]) => {
    const person = people.find((one) => one.start === name);
    return person ? [{ person, ...start }] : [];
  });
  return (
    <section class="welcome" aria-label="Welcome" tabindex={-1}>
      <img src="icon.svg" alt="" width="56" height="56" />
      <h2>{offered.length > 0 ? "Where to begin?" : "Whose phone is it?"}</h2>
      <p>Choose a person to chat with the account as they would.</p>
      <p class="demo-line">
        This is a demo: nobody in it is real.{" "}
        <a href="docs/go-live.md" target="_blank">
          How to go live
        </a>
      </p>
      <ul class="starters">
        {offered.map(({ person, title, about, icon, text }) => (
          <li>
            <a
              class="start"
              href={chatHash(person.userId)}
              onClick={() => onStart(person.userId, text)}
            >
              <Icon name={icon} />
              <strong>{title}</strong>
              <span>
                <b dir="auto">{person.displayName}</b> {about}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
