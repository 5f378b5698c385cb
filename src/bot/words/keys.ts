/** Every message of the catalogues and the arguments that it may use. The compiler holds both ends to this table. */

type Kind = "text" | "number" | "time";

export const messageKeys = {
  number: { number: "number" },

  "apology.failed": {},
  "apology.platform": {},
  "apology.late": {},
  "contact.label": {},
  "as-of.time": { at: "time" },
  "as-of.date": { at: "time" },

  "balance.alt": { name: "text", cards: "text" },
  "balance.alt.card": { card: "text", points: "number" },
  "balance.points": { points: "number" },
  "balance.empty": { name: "text" },
  "balance.more": { count: "number" },
  "balance.label": {},
  "balance.number": {},

  "help.title": {},
  "help.body": {},
  "help.label": {},
  "help.balance": {},
  "help.language": {},
  "help.help": {},

  "greeting.hello": { name: "text", business: "text" },
  "greeting.back": { name: "text", business: "text" },
  "greeting.nameless": { business: "text" },

  "join.title": { business: "text" },
  "join.body": {},
  "join.button": {},
  "join.registered": {},
  "join.again.title": {},
  "join.again.body": {},
  "registered.found": { name: "text" },

  "service.ambiguous": {},
  "service.inactive": {},

  "language.label": {},
  "language.body": {},
  "language.chosen": { language: "text" },

  "group.private": {},
  "group.hello": { business: "text" },
  "group.button": {},

  "unknown.body": {},
  "wordless.body": {},
} as const satisfies Record<string, Record<string, Kind>>;

export type MessageKey = keyof typeof messageKeys;

interface Values {
  text: string;
  number: number;
  /** Milliseconds since 1970. */
  time: number;
}

/** What has to be handed in to say a message. */
export type ArgumentsOf<Key extends MessageKey> = {
  -readonly [Name in keyof (typeof messageKeys)[Key]]: Values[(typeof messageKeys)[Key][Name] &
    Kind];
};

/** A language's words: an ICU message for every key. */
export type Catalogue = Record<MessageKey, string>;
