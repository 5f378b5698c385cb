/** The emulator's official accounts with their channels, its users and groups, and which user blocked which account. */

/** A LINE user. */
export interface Person {
  /** `U` and 32 hexadecimal digits. */
  readonly userId: string;
  readonly displayName: string;
  /** BCP 47; absent until the user has accepted LINE's privacy policy. */
  readonly language?: string;
  readonly pictureUrl?: string;
  /** A word by which a story can name the user, whoever else has the name; not part of LINE's profile. */
  readonly label?: string;
  /** A description for the studio; not part of LINE's profile. */
  readonly note?: string;
  /** The heading under which the studio lists the user; not part of LINE's profile. */
  readonly kind?: string;
  /** Whether the user stands for a special case, which the studio lists folded below the others; not part of LINE's profile. */
  readonly isSpecial?: boolean;
  /** The way to begin that the studio's first screen offers with the user; not part of LINE's profile. */
  readonly start?: "member" | "stranger" | "staff";
}

/** An official account and its Messaging API channel. */
export interface Channel {
  readonly id: string;
  readonly secret: string;
  readonly accessToken: string;
  readonly botUserId: string;
  readonly basicId: string;
  readonly displayName: string;
  /** Whether the account's chat is on, so that its messages stay unread until they are marked (default: off). */
  readonly hasChat?: boolean;
  /**
   * Called for each delivery, because the bot's address is known only after the emulator has started.
   * @param attempt 1, or more for a redelivery, which may go to another process of the bot.
   */
  readonly webhookUrl: (webhookEventId: string, attempt: number) => string;
}

/** A chat of several users; every account is a member too, until it is put out. */
export interface Group {
  readonly type: "group" | "room";
  /** `C…` for a group, `R…` for a room. */
  readonly chatId: string;
  readonly name?: string;
  readonly members: readonly string[];
}

export interface Accounts {
  readonly people: readonly Person[];
  readonly groups: readonly Group[];
  readonly channels: readonly Channel[];
  person(userId: string): Person | undefined;
  group(chatId: string): Group | undefined;
  /** The channel with this id; without an id the first. @throws {RangeError} when there is none. */
  channel(id?: string): Channel;
  addPerson(person: Person): void;
  setBlocked(channelId: string, userId: string, blocked: boolean): void;
  isBlocked(channelId: string, userId: string): boolean;
  setMember(chatId: string, userId: string, member: boolean): void;
  /** Whether the account is in the group; at first it is in all of them. */
  setInGroup(channelId: string, chatId: string, isIn: boolean): void;
  isInGroup(channelId: string, chatId: string): boolean;
}

export function createAccounts(
  channels: readonly Channel[],
  people: readonly Person[],
  groups: readonly Group[],
): Accounts {
  const byUserId = new Map(people.map((person) => [person.userId, person]));
  const byChatId = new Map(groups.map((group) => [group.chatId, group]));
  const blocked = new Set<string>();
  const left = new Set<string>();
  return {
    channels,
    get people() {
      return [...byUserId.values()];
    },
    get groups() {
      return [...byChatId.values()];
    },
    person: (userId) => byUserId.get(userId),
    group: (chatId) => byChatId.get(chatId),
    channel(id) {
      const found = id === undefined ? channels[0] : channels.find((channel) => channel.id === id);
      if (!found) throw new RangeError(`no channel ${id ?? "at all"}`);
      return found;
    },
    addPerson: (person) => void byUserId.set(person.userId, person),
    setBlocked(channelId, userId, isBlocked) {
      if (isBlocked) blocked.add(`${channelId}/${userId}`);
      else blocked.delete(`${channelId}/${userId}`);
    },
    isBlocked: (channelId, userId) => blocked.has(`${channelId}/${userId}`),
    setInGroup(channelId, chatId, isIn) {
      if (isIn) left.delete(`${channelId}/${chatId}`);
      else left.add(`${channelId}/${chatId}`);
    },
    isInGroup: (channelId, chatId) => !left.has(`${channelId}/${chatId}`),
    setMember(chatId, userId, member) {
      const group = byChatId.get(chatId);
      if (!group) throw new RangeError(`no group ${chatId}`);
      const others = group.members.filter((id) => id !== userId);
      byChatId.set(chatId, { ...group, members: member ? [...others, userId] : others });
    },
  };
}
