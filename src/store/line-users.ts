/** Stored state of LINE users, and the state changes that handling an event can make. */
import type { Language } from "../config/environment-schema.ts";
import type { StaffWrite } from "./confirmations.ts";
import type { DialogueChange } from "./dialogues.ts";
import type { RedemptionWrite } from "./redemptions.ts";

export interface LineUserState {
  /** The language they chose, or null to use their LINE profile's language. */
  language: string | null;
  /** False after they blocked the account. */
  following: boolean;
}

/** A state change, stored in the same transaction as the reply that reports it. */
export type StateChange =
  | { kind: "language"; lineId: string; language: Language }
  | { kind: "following"; lineId: string; following: boolean }
  | { kind: "unsent"; messageId: string }
  | DialogueChange
  | RedemptionWrite
  | StaffWrite;
