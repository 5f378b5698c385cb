/** The LINE users of the demo: members with an account of their own, a stranger and the staff. */
import { chosenMembers, type DemoMember, type Language } from "./chosen-members.ts";
import { lineIdOf } from "./businesses.ts";

export interface DemoPerson {
  lineId: string;
  label: string;
  /** The LINE display name. */
  displayName: string;
  language: Language;
  purpose: string;
  /** The heading under which the studio lists the user. */
  kind: string;
  /** The way to begin that the studio's first screen offers with this person. */
  start?: "member" | "stranger" | "staff";
  /** Present for staff, who aren't members. */
  staff?: { role: "owner" | "manager" | "cashier" | "marketer"; active: boolean };
}

/** All LINE users of the demo: the members with an account of their own, a stranger and the staff. */
export const demoPeople: DemoPerson[] = [
  ...chosenMembers
    .filter(({ line }) => line === undefined)
    .map((member) => ({
      lineId: lineIdOf(member.label),
      label: member.label,
      displayName: displayNameOf(member),
      language: member.language,
      purpose: member.purpose,
      kind: "Members",
      ...(member.label === "olivia" && { start: "member" as const }),
    })),
  {
    lineId: lineIdOf("stranger"),
    label: "stranger",
    displayName: "Alex",
    language: "en",
    purpose: "not a member yet: is told how to join, and sees nothing else",
    kind: "Not members",
    start: "stranger",
  },
  ...staffOf("owner", "Khun Malee", "owner", "owner: everything, and who belongs to the staff"),
  ...staffOf("manager", "Anan", "manager", "manager: gifts, points, voids, pending, audit"),
  ...staffOf("cashier", "Ploy", "cashier", "cashier: find, check, use"),
  ...staffOf("cashier-two", "Ken", "cashier", "a second cashier"),
  ...staffOf("marketer", "Mint", "marketer", "marketer: the dev channel"),
  ...staffOf(
    "former-cashier",
    "Boy",
    "cashier",
    "was a cashier: commands are unknown words",
    false,
  ),
];

function staffOf(
  label: string,
  displayName: string,
  role: NonNullable<DemoPerson["staff"]>["role"],
  purpose: string,
  active = true,
): DemoPerson[] {
  const lineId = lineIdOf(`staff ${label}`);
  const staff = { role, active };
  const person = { lineId, label, displayName, language: "en" as const, purpose, kind: "Staff" };
  return [{ ...person, staff, ...(label === "cashier" && { start: "staff" as const }) }];
}

function displayNameOf({ name, lastName, displayName, language }: DemoMember): string {
  if (displayName !== undefined) return displayName;
  const familyFirst = language === "ja" || language === "zh-TW";
  return (familyFirst ? [lastName, name] : [name, lastName]).join(" ").trim();
}
