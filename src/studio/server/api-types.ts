/** What the server tells the page beside the chats: the studio itself, the gallery, the texts. */
import type { LimitUsage } from "../../line/messages/limit-usage-type.ts";
import type { Message } from "../../line/messages/message-types.ts";
import type { TextGroup } from "../i18n/titles.ts";
import type { RichMenuView, SimulatorChange } from "./chat-types.ts";
import type { ClockChange, ClockState } from "./clock-types.ts";
import type { InspectorChange } from "./inspector-types.ts";

/** What the page reads before anything else. */
export interface StudioInfo {
  /** False where the password is needed first. */
  open: boolean;
  /** Whether there is a password at all. */
  locked: boolean;
  /** Who has logged in; absent where nobody has. */
  editor?: { id: string; name: string; role: "marketer" | "owner" | "operator" };
  /** Whether there are phones: only where every member is made up. */
  chat: boolean;
  /** The demo's clock; absent where there is none to set. */
  clock?: ClockState;
  /** Whether it is this bot that is tried, so that its replies and texts can be shown. */
  ownBot: boolean;
  /** Whether there are stories. */
  stories: boolean;
  /** Where the page was opened by a reviewer's link: when that ends, in milliseconds since 1970, or null if it has. */
  review?: { until: number | null };
}

/** What an open page is sent as it happens. */
export type StudioChange = SimulatorChange | InspectorChange | ClockChange | LogInChange;

/** Whoever opened the page isn't logged in any more. */
interface LogInChange {
  type: "logged_out";
}

/** One sample of one reply in one language. */
export interface Sample {
  reply: string;
  /** Who gets it, or when. */
  kind: "intent" | "onboarding" | "notice" | "failure" | "group" | "staff";
  sample: string;
  language: string;
  /** What would be sent. */
  messages: Message[];
  /** Of all messages together, as they are sent. */
  bytes: number;
  measures: (LimitUsage & { near: boolean })[];
  /** Rules of LINE's that it breaks; then a plain text is sent in its place. */
  faults: string[];
  /** What is sent while the draft isn't published, where that is something else. */
  published?: Message[];
}

/** One of the account's rich menus. */
export interface RichMenuSample extends RichMenuView {
  /** Who gets it. */
  audience: string;
  language: string;
  /** Whether members get another one while the draft isn't published. */
  edited: boolean;
}

export interface GalleryPage {
  /** Whether there are drafts to compare with. */
  drafts: boolean;
  languages: readonly string[];
  shown: Sample[];
}

/** One message in one language. */
export interface Text {
  /** What the program brings along. */
  builtIn: string;
  /** What members read. */
  published: string;
  /** What stands in the editor's draft; absent where nothing does. */
  draft?: string;
  /** What the checker thinks of the draft. */
  faults: string[];
}

export interface CatalogueTable {
  languages: readonly string[];
  /** In groups by what members do. */
  rows: {
    key: string;
    /** What the text is, and where it appears, in the reader's words. */
    title: string;
    place: string;
    group: TextGroup;
    /** Its arguments: name → kind. */
    values: Readonly<Record<string, string>>;
    texts: Readonly<Record<string, Text>>;
  }[];
}

/** What came of saving a text. */
export interface SavedText {
  /** What had been agreed about the draft, and doesn't hold for its changed texts. */
  ended: "plan" | "review" | null;
}

/** How a text would come out. */
export interface Preview {
  faults: string[];
  /** What is doubtful in a text that can be saved. */
  warnings: string[];
  /** The text by itself, with made-up values; null where it has faults. */
  formatted: string | null;
  /** A reply that contains it, rendered; absent where none of the samples has it. */
  reply?: { name: string; kind: Sample["kind"]; sample: string; messages: Message[] };
}
