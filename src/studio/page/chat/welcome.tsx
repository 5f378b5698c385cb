/** The first screen: ways to begin, each with somebody's chat and what they write first. */
import type { Person } from "../../server/chat-types.ts";
import { rich, t } from "../i18n.ts";
import { Icon, type IconName } from "../parts.tsx";
import { chatHash } from "./active-chat.ts";

/** Of which kind of person: the drawing, and what they write first. */
const starts: Readonly<Record<NonNullable<Person["start"]>, { icon: IconName; text: string }>> = {
  member: { icon: "ticket", text: "points" },
  stranger: { icon: "friend", text: "points" },
  staff: { icon: "pencil", text: "/help" },
};
const kinds = Object.keys(starts) as (keyof typeof starts)[];

interface WelcomeProps {
  people: readonly Person[];
  /** Called with what the person writes first in their chat. */
  onStart(userId: string, text: string): void;
}

export function Welcome({ people, onStart }: WelcomeProps) {
  const offered = kinds.flatMap((kind) => {
    const person = people.find(({ start }) => start === kind);
    return person ? [{ kind, person, ...starts[kind] }] : [];
  });
  return (
    <section class="welcome" aria-label={t("chat.welcome")} tabindex={-1}>
      <img src="icon.svg" alt="" width="56" height="56" />
      <h2>{t(offered.length > 0 ? "chat.welcome.begin" : "chat.welcome.phone")}</h2>
      <p>{t("chat.welcome.about")}</p>
      <p class="demo-line">
        {t("chat.welcome.demo")}{" "}
        <a href="docs/go-live.md" target="_blank">
          {t("chat.welcome.live")}
        </a>
      </p>
      <ul class="starters">
        {offered.map(({ kind, person, icon, text }) => (
          <li>
            <a
              class="start"
              href={chatHash(person.userId)}
              onClick={() => onStart(person.userId, text)}
            >
              <Icon name={icon} />
              <strong>{t(`chat.start.${kind}`)}</strong>
              <span>
                {rich(`chat.start.${kind}.about`, {
                  name: () => <b dir="auto">{person.displayName}</b>,
                })}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
