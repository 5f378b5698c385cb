/** Declares the messages by which staff undo an order. */

export const undoKeys = {
  "staff.help.undo": {},
  "staff.undo": {},
  "staff.undo.expired": {},
  "staff.undo.none": {},
  "staff.ask.undo": {},
  "staff.yes.undo": {},
  "staff.what.undo.give": { count: "number", set: "text", who: "text" },
  "staff.what.undo.add": { points: "number", who: "text" },
  "staff.what.undo.burn": { points: "number", who: "text" },
  "staff.what.undo.remove": { who: "text", role: "text" },
  "staff.undone.give": { count: "number", set: "text", who: "text" },
  "staff.undone.add": { points: "number", who: "text" },
  "staff.undone.burn": { points: "number", who: "text" },
  "staff.undone.remove": { who: "text", role: "text" },
} as const;

/** They in one language: an ICU message for every key. */
export type UndoMessages = Record<keyof typeof undoKeys, string>;
