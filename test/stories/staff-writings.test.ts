/** Members whose platform stores and searches their numbers and names as somebody once wrote them. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { MemberProfile } from "../../src/loyalty/contract.ts";
import { createLooseWorld, type LooseWorld } from "../support/loose.ts";
import { factsOf } from "../support/staff.ts";
import { stringsOf } from "../support/views.ts";

let loose: LooseWorld;
beforeEach(async () => {
  loose = await createLooseWorld();
});
afterEach(() => loose[Symbol.asyncDispose]());

type Written = Partial<Pick<MemberProfile, "name" | "lastName" | "phoneCode" | "phoneNumber">>;

/** A platform that finds what is equal to a stored number, and names that begin with exactly what is asked for. */
function stores(...written: Written[]): void {
  const rows = written.map((one, index) => ({
    ...loose.olivia,
    uuid: `c0ffee00-0000-4000-8000-00000000000${index}`,
    lineId: "",
    name: `Member ${index}`,
    lastName: "",
    phoneCode: "66",
    phoneNumber: "",
    cards: loose.olivia.cards.map((card) => ({ ...card, card_no: `990000000${index}` })),
    ...one,
  }));
  loose.answers("getProfile", (answer, query) => {
    const search = query.get("search");
    if (search === null || search === loose.world.lineId("manager")) return answer;
    const data = rows.filter(
      ({ uuid, name, lastName, phoneNumber }) =>
        [uuid, phoneNumber].includes(search) ||
        [name, lastName].some((one) => one.startsWith(search)),
    );
    return { pagination: { page: 1, size: 100, total: data.length }, data };
  });
}

const managerSees = async (text: string) => factsOf(await loose.world.sendText("manager", text));

describe("a phone number", () => {
  test.each<[Written, string[]]>([
    [{ phoneNumber: "66812345678" }, ["0812345678", "081-234-5678", "+66 81 234 5678"]],
    [{ phoneNumber: "+66812345678" }, ["0812345678", "812345678", "66812345678"]],
    [{ phoneCode: "81", phoneNumber: "9012345678" }, ["090-1234-5678", "+81 90 1234 5678"]],
    [{ phoneCode: "", phoneNumber: "+819012345678" }, ["+81-90-1234-5678", "819012345678"]],
    [{ phoneCode: "886", phoneNumber: "0912345678" }, ["0912-345-678", "+886 912 345 678"]],
    [{ phoneCode: "852", phoneNumber: "91234567" }, ["9123 4567", "+852 9123 4567", "85291234567"]],
  ])("stored as %o is found however it is written", async (written, typed) => {
    stores(written);
    for (const text of typed)
      expect(await managerSees(`/member ${text}`), `for ${text}`).toContain("Member 0");
  });

  test.each([["0812345678"], ["+66812345678"], ["66812345678"], ["๐๘๑-๒๓๔-๕๖๗๘"]])(
    "of two members in two writings is never taken for one of them: %s",
    async (typed) => {
      stores({ phoneNumber: "812345678" }, { phoneNumber: "+66812345678" }, { phoneNumber: "066" });
      for (const command of [`/add ${typed} 100`, `/gift iced ${typed}`, `/member ${typed}`]) {
        const reply = await managerSees(command);
        expect(reply, `for ${command}`).toContain("Member 0");
        expect(reply, `for ${command}`).toContain("Member 1");
        expect(reply, `for ${command}`).not.toContain("Member 2");
        expect(reply, `for ${command}`).not.toContain("Add 100 points");
      }
    },
  );

  test("of a plus of another country finds nobody at home", async () => {
    stores({ phoneNumber: "812345678" });
    expect(await managerSees("/member +81 812345678")).toContain("no member");
  });
});

test.each<[string, string]>([
  ["D’Angelo", "/find D'Angelo"],
  ["D'Angelo", "/find D’Angelo"],
  ["Anne–Marie", "/find anne-marie"],
  ["Anne-Marie", "/find Anne—Marie"],
  ["น้ำฝน", "/find นํ้าฝน"],
  ["นํ้าฝน", "/find น้ำฝน"],
  ["แม่จันทร์", "/find เเม่จันทร์"],
  ["เเม่จันทร์", "/find แม่จันทร์"],
])("%s is found by %s", async (name, command) => {
  // The search of this platform knows capitals, so that the words are typed with theirs.
  stores({ name, lastName: "" });
  const typed = command.replace("anne-marie", "Anne-Marie");
  expect(await managerSees(typed)).toContain(name);
});

test("a name can't turn or break the words around it, and half an emoji leaves the reply readable", async () => {
  stores({ name: "Oli\u202Evia\u0007\nOwner", lastName: "\uD83D", phoneNumber: "0812345678" });
  const reply = await managerSees("/member 0812345678");
  expect(reply).toContain("Olivia Owner \uFFFD");
  const question = stringsOf(await loose.world.sendText("manager", "/gift iced 0812345678"));
  expect(question).toContain("Olivia Owner");
  expect(question).not.toMatch(/(?!\n)[\p{Cc}\u202A-\u202E]/u);
});
