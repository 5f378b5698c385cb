/** The messages by which staff undo an order in English. */
import type { UndoMessages } from "./undo-keys.ts";

export const en: UndoMessages = {
  "staff.help.undo": "undo your last order",
  "staff.undo": "Undo",
  "staff.undo.expired":
    "It’s too late to undo this: that’s possible for 15 minutes. Nothing was done.",
  "staff.undo.none":
    "You have no order that can still be undone: that’s possible for 15 minutes, where the result shows “Undo”.",
  "staff.ask.undo": "Undo this?",
  "staff.yes.undo": "Undo",
  "staff.what.undo.give": "Undo the gift: {count, number} × {set} to {who}",
  "staff.what.undo.add":
    "Undo the added points: {points, plural, one {# point} other {# points}}, {who}",
  "staff.what.undo.burn":
    "Undo the burned points: {points, plural, one {# point} other {# points}}, {who}",
  "staff.what.undo.remove": "Undo the removal: {who}, {role} again",
  "staff.undone.give": "Gift undone: {count, number} × {set} taken back from {who}",
  "staff.undone.add":
    "Points undone: {points, plural, one {# point} other {# points}} taken back from {who}",
  "staff.undone.burn":
    "Burn undone: {points, plural, one {# point} other {# points}} given back to {who}",
  "staff.undone.remove": "Removal undone: {who} is {role} again",
};
