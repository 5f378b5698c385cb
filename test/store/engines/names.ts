/** Few names, so that random operations meet, and texts that databases are known to treat in their own ways. */
export const people = ["U1", "U2", "U3", "Uü", "u1"] as const;
export const members = ["m1", "m2", "M1"] as const;
export const strange = [
  "",
  "a",
  "A",
  "ä",
  "Z",
  "é",
  "'",
  '"',
  "%",
  "_",
  "\\",
  "😀",
  "\uD800",
  "a\0b",
  " 1",
  "operator",
  "U9",
] as const;
