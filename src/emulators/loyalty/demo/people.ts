/** The LINE users of the demo: members with an account of their own, a stranger and the staff. */
import { chosenMembers, type DemoMember, type Language } from "./chosen-members.ts";
import { lineIdOf } from "./businesses.ts";

export interface DemoPerson {
  lineId: string;
  label: string;
  /** The LINE display name. */
  displayName: string;
  language: Language;
  kind: "members" | "notMembers" | "staff";
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
      kind: "members" as const,
      ...(member.label === "olivia" && { start: "member" as const }),
    })),
  {
    lineId: lineIdOf("stranger"),
    label: "stranger",
    displayName: "Alex",
    language: "en",
    kind: "notMembers",
    start: "stranger",
  },
  ...staffOf("owner", "Khun Malee", "owner"),
  ...staffOf("manager", "Anan", "manager"),
  ...staffOf("cashier", "Ploy", "cashier"),
  ...staffOf("cashier-two", "Ken", "cashier"),
  ...staffOf("marketer", "Mint", "marketer"),
  ...staffOf("former-cashier", "Boy", "cashier", false),
];

function staffOf(
  label: string,
  displayName: string,
  role: NonNullable<DemoPerson["staff"]>["role"],
  active = true,
): DemoPerson[] {
  const lineId = lineIdOf(`staff ${label}`);
  const staff = { role, active };
  const person = { lineId, label, displayName, language: "en" as const, kind: "staff" as const };
  return [{ ...person, staff, ...(label === "cashier" && { start: "staff" as const }) }];
}

function displayNameOf({ name, lastName, displayName, language }: DemoMember): string {
  if (displayName !== undefined) return displayName;
  const familyFirst = language === "ja" || language === "zh-TW";
  return (familyFirst ? [lastName, name] : [name, lastName]).join(" ").trim();
}
