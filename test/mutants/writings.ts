/** Faults in how numbers, names and codes of people are read: somebody else is meant, or something else. */
import type { Fault } from "./fault.ts";

const phone = "src/text/phone-number.ts";
const search = "src/bot/staff/member-search.ts";

export const writingFaults: readonly Fault[] = [
  {
    name: "writings: of two members with one number only the national writing is seen",
    file: phone,
    from: "return [...withCode(code, national), ...full];",
    to: "return withCode(code, national);",
    tests: ["text/phone-number.test.ts", "stories/staff-writings.test.ts"],
  },
  {
    name: "writings: a number with another country's plus is taken for one at home",
    file: phone,
    from: "? one.full === other.full",
    to: "? one.national === other.national",
    tests: ["text/phone-number.test.ts"],
  },
  {
    name: "writings: a number is searched for as it is typed alone",
    file: search,
    from: "digits, ...phoneWritings(plain, homeCode)]",
    to: "digits]",
    tests: ["stories/staff-writings.test.ts"],
  },
  {
    name: "writings: a thousand with a blank is one point with a reference",
    file: "src/bot/staff/argument-parser.ts",
    from: "...takeThousands(first, remaining)",
    to: "",
    tests: ["bot/staff/argument-parser.test.ts"],
  },
  {
    name: "writings: a name turns the words of a confirmation around",
    file: "src/text/safe-text.ts",
    from: '    .replace(directionControls, "")\n    .replace(directionMarks, "")',
    to: "",
    tests: ["text/safe-text.test.ts"],
  },
  {
    name: "writings: a file in another encoding is shown with wrong characters",
    file: "src/text/text-file.ts",
    from: "if (isUtf8(bytes)) return",
    to: "if (bytes) return",
    tests: ["text/text-file.test.ts"],
  },
];
