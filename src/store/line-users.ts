/** What the bot remembers about LINE users, and the changes that handling an event can make to it. */
import type { Language } from "../config/environment-schema.ts";
import type { StaffWrite } from "./confirmations.ts";

export interface LineUserState {
  /** The language they chose, or null while their phone's decides. */
  language: string | null;
  /** False after they blocked the account. */
  following: boolean;
}

/** A change that is stored in the same transaction as the reply that tells of it. */
export type StateChange =
  | { kind: "language"; lineId: string; language: Language }
  | { kind: "following"; lineId: string; following: boolean }
  | { kind: "unsent"; messageId: string }
  | StaffWrite;
