/** The table of the operator's commands. A new one is a file in this folder and a row here. */
import { behaviourNames } from "../emulators/loyalty/behaviours/index.ts";
import type { Command } from "./command.ts";

/** A command before it is loaded: the help needs no more. */
export interface CommandEntry {
  /** One line each: what is typed, and what it does. */
  usage: readonly (readonly [typed: string, does: string])[];
  /** Only the command that is called is loaded: one that just reads the store starts with 0.2 s of CPU instead of 1. */
  load(): Promise<Command>;
}

export const commands: Readonly<Record<string, CommandEntry>> = {
  doctor: {
    usage: [
      [
        "doctor [--json]",
        "checks everything that the bot depends on, and says what to do where a check fails",
      ],
      [
        "doctor --learn",
        "does the same, and lets the bot adapt to how the platform differs from the contract",
      ],
    ],
    load: async () => (await import("./doctor.ts")).doctor,
  },
  words: {
    usage: [
      ["words export", "writes the built-in texts to WORDS_DIR, as a start"],
      ["words check", "lists errors in the texts in WORDS_DIR, and what is doubtful"],
      [
        "words publish [--by NAME] [--replace]",
        "says which stories the texts change, and publishes them to members, within 5 seconds; with --replace also over what the studio has published",
      ],
      ["words history", "lists what was published, when and by whom, the last first"],
      ["words undo [--by NAME]", "restores the texts from before the last publication"],
    ],
    load: async () => (await import("./words.ts")).words,
  },
  answers: {
    usage: [
      ["answers list", "lists the shop's own answers that members get"],
      ["answers export", "writes them to ANSWERS_DIR, a file each, as a start"],
      [
        "answers import FILE.csv",
        "writes keyword answers to ANSWERS_DIR, by the columns phrase, reply and language",
      ],
      ["answers check", "lists errors in the answers in ANSWERS_DIR, and what is doubtful"],
      [
        "answers publish [--by NAME] [--replace]",
        "says which stories the answers change, and publishes them to members, as words publish does",
      ],
      ["answers history", "lists what was published, when and by whom, the last first"],
      ["answers undo [--by NAME]", "restores the answers from before the last publication"],
    ],
    load: async () => (await import("./answers.ts")).answers,
  },
  unanswered: {
    usage: [
      [
        "unanswered [--days N] [--json]",
        "lists what several people asked and nobody could answer, the most asked first",
      ],
    ],
    load: async () => (await import("./unanswered.ts")).unanswered,
  },
  staff: {
    usage: [
      ["staff list", "who belongs to the staff, and with which role"],
      ["staff audit [--csv]", "who did what, when, for whom, and how it ended"],
    ],
    load: async () => (await import("./staff.ts")).staff,
  },
  parked: {
    usage: [
      ["parked list", "events that were not answered, or only with an apology, and why"],
      ["parked show ID", "what is known of one, without what was written"],
      ["parked retry ID", "has the bot take one up again within ten seconds"],
      ["parked drop ID", "ends one unanswered"],
    ],
    load: async () => (await import("./parked.ts")).parked,
  },
  member: {
    usage: [
      [
        "member export WHO",
        "all that the bot itself holds about a LINE user id or member uuid, as JSON",
      ],
      [
        "member forget WHO [--yes]",
        "shows what would be forgotten about them; with --yes, forgets it",
      ],
    ],
    load: async () => (await import("./member.ts")).member,
  },
  backup: {
    usage: [["backup FILE", "copies the bot's store into a new file, beside a running bot"]],
    load: async () => (await import("./backup.ts")).backup,
  },
  restore: {
    usage: [
      ["restore FILE", "puts a backup in the store's place while the bot is stopped"],
      [
        "restore --settle",
        "puts to rest what a restored Postgres database left open, while it is stopped",
      ],
    ],
    load: async () => (await import("./backup.ts")).restore,
  },
  upgrade: {
    usage: [
      ["upgrade --check", "what this version will do with the store at its start; writes nothing"],
    ],
    load: async () => (await import("./upgrade.ts")).upgrade,
  },
  store: {
    usage: [
      [
        "store copy --to URL",
        "copies the SQLite store of a stopped bot into an empty Postgres database",
      ],
    ],
    load: async () => (await import("./store-copy.ts")).store,
  },
  "rich-menu": {
    usage: [
      ["rich-menu [--dry-run]", "makes the menus, and removes what they replace; or only tells"],
      ["rich-menu --out FOLDER", "writes their images there, and does nothing else"],
      ["rich-menu remove [--dry-run]", "removes the menus that it made"],
    ],
    load: async () => (await import("./rich-menu.ts")).richMenu,
  },
  leave: {
    usage: [
      ["leave FOLDER", "tells what the next one would do"],
      [
        "leave FOLDER --yes",
        "exports audit, statistics and texts there, removes the rich menus, and says what stays",
      ],
    ],
    load: async () => (await import("./leave.ts")).leave,
  },
  stories: {
    usage: [
      ["stories [name…]", "plays the stories of STORIES_DIR, or those named"],
      [
        "stories --language LANG",
        "in th, en, ja or zh-TW, or in all; otherwise in each person's own",
      ],
      ["stories --update", "accepts the replies as they are now"],
      ["stories --junit FILE", "writes a report for CI as JUnit XML, too"],
    ],
    load: async () => (await import("./stories.ts")).stories,
  },
  demo: {
    usage: [
      [`demo serve [--as ${behaviourNames.join("|")}]`, "runs the embedded platform alone"],
      ["demo reset", "puts its data back to the start"],
      ["demo credentials [--json]", "shows keys and fresh tokens"],
      ["demo members N", "lets the first business grow to N members"],
    ],
    load: async () => (await import("./demo.ts")).demo,
  },
  statistics: {
    usage: [
      ["statistics [--days N] [--account ID]", "answers and taps on rich menus by day, as CSV"],
    ],
    load: async () => (await import("./statistics.ts")).statistics,
  },
  line: {
    usage: [
      ["line serve --webhook URL", "runs the embedded LINE and its chat for a bot of any kind"],
      [
        "  [--quota N] [--redeliver] [--chat]",
        "limits pushes, repeats webhooks, leaves them unread",
      ],
      ["  [--fault CALL:ANSWER[:TIMES],…]", "makes calls fail, such as push:429 or reply:silent:2"],
      ["line operations", "lists LINE's operations, emulated or refused"],
    ],
    load: async () => (await import("./line.ts")).line,
  },
};
