/** Above the phone: whose it is, which language it speaks, and which account it writes to. */
import type { Account, Person } from "../../server/chat-types.ts";
import { Avatar, Button, Icon, type IconName } from "../parts.tsx";
import { languageName, t } from "../i18n.ts";
import { copyText } from "../sharing/copy.tsx";
import { chatHash, type ActiveChat } from "./active-chat.ts";
import { groupNote } from "./people-list.tsx";

/** What LINE's phones can speak that we care for: ours, and one that isn't. */
const languages = ["th", "en", "ja", "zh-TW", "zh-CN", "de"];

interface ChoiceProps {
  name: string;
  label: string;
  options: readonly { value: string; text: string }[];
  value: string;
  onChoose(value: string): void;
}

function Choice({ name, label, options, value, onChoose }: ChoiceProps) {
  return (
    <select
      name={name}
      aria-label={label}
      title={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {options.map((option) => (
        <option value={option.value}>{option.text}</option>
      ))}
    </select>
  );
}

interface ChatHeaderProps {
  chat: ActiveChat;
  people: readonly Person[];
  /** Absent where the chat can't become a story. */
  onSave?: () => void;
  onLanguage(language: string): void;
  onWriter(userId: string): void;
}

interface IconButtonProps {
  icon: IconName;
  label: string;
  onClick(): void;
}

const IconButton = ({ icon, label, onClick }: IconButtonProps) => (
  <Button class="address" label={label} title={label} onClick={onClick}>
    <Icon name={icon} />
  </Button>
);

/** A narrow choice cuts the end of a name, so what an account adds to the first one's comes first: `dev: Sakura Cafe`. */
function accountText({ displayName }: Account, [first]: readonly Account[]): string {
  const [, name, addition] = /^(.+) \((.+)\)$/.exec(displayName) ?? [];
  return name === first?.displayName ? `${addition}: ${name}` : displayName;
}

/** Whose turn it is to write in a group, which language the phone has, and which account it writes to. */
function Choices({ chat, people, onSave, onLanguage, onWriter }: ChatHeaderProps) {
  const { person, group, account, accounts, place } = chat;
  const { language = "" } = person;
  const spoken = [...new Set([...(language ? [language] : []), ...languages])];
  const nameOf = (userId: string) =>
    people.find((one) => one.userId === userId)?.displayName ?? userId;
  const onAccount = (id: string) => {
    location.hash = chatHash(place.chatId, id === accounts[0]?.id ? undefined : id);
  };
  return (
    <div id="chat-header-choices" class="chat-header-choices">
      {onSave && <IconButton icon="bookmark" label={t("chat.save")} onClick={onSave} />}
      {group && (
        <Choice
          name="writer"
          label={t("chat.writer")}
          value={person.userId}
          options={group.members.map((userId) => ({ value: userId, text: nameOf(userId) }))}
          onChoose={onWriter}
        />
      )}
      <Choice
        name="language"
        label={t("chat.language")}
        value={language}
        options={spoken.map((tag) => ({ value: tag, text: languageName(tag) }))}
        onChoose={onLanguage}
      />
      <IconButton
        icon="link"
        label={t("chat.copyAddress")}
        onClick={() => void copyText("address", location.href)}
      />
      {accounts.length > 1 && (
        <Choice
          name="account"
          label={t("chat.account")}
          value={account.id}
          options={accounts.map((one) => ({ value: one.id, text: accountText(one, accounts) }))}
          onChoose={onAccount}
        />
      )}
    </div>
  );
}

export function ChatHeader(props: ChatHeaderProps) {
  const { person, group, title } = props.chat;
  const { note = "", pictureUrl } = person;
  const about = group ? groupNote(group) : note;
  return (
    <header class="chat-header">
      <a class="back" href="#/" aria-label={t("chat.back")}>
        ‹
      </a>
      <span id="chat-header-avatar">
        <Avatar name={title} pictureUrl={group ? undefined : pictureUrl} />
      </span>
      <div class="chat-header-text">
        <h2 id="chat-header-name" dir="auto" title={title}>
          {title}
        </h2>
        <p id="chat-header-note" title={about}>
          {about}
        </p>
      </div>
      <Choices {...props} />
    </header>
  );
}
