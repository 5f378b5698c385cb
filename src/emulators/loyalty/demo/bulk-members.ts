/** Generates any number of demo members; the same index gives the same member. */
import { seededRandom } from "../random.ts";
import type { DemoMember, Language } from "./chosen-members.ts";

interface NameSet {
  language: Language;
  code: string;
  names: string[];
  lastNames: string[];
}

const thai: NameSet = {
  language: "th",
  code: "66",
  names: ["อรุณ", "กนกวรรณ", "ณัฐพล", "พิมพ์ชนก", "ธีรภัทร", "วรรณา", "ศิริพร", "อนันต์", "ปรียา", "ชัยวัฒน์"],
  lastNames: ["สุขใจ", "ทองคำ", "รัตนกุล", "แก้วมณี", "พงษ์ไพบูลย์", "จันทร์เพ็ญ", "ศรีสวัสดิ์", "วัฒนา"],
};

const nameSets: NameSet[] = [
  // Three of six: half of the members are Thai.
  thai,
  thai,
  thai,
  {
    language: "ja",
    code: "81",
    names: ["結衣", "翔太", "さくら", "大輔", "真由美", "蓮"],
    lastNames: ["高橋", "伊藤", "渡辺", "山本", "中村", "小林"],
  },
  {
    language: "en",
    code: "1",
    names: ["Grace", "Noah", "Mia", "Liam", "Ava", "Henry"],
    lastNames: ["Miller", "Walker", "Young", "Reed", "Cooper", "Hughes"],
  },
  {
    language: "zh-TW",
    code: "886",
    names: ["雅婷", "志明", "淑芬", "俊傑", "美玲", "冠宇"],
    lastNames: ["陳", "黃", "張", "李", "王", "吳"],
  },
];

/** @param index from 0. */
export function bulkMember(index: number): DemoMember {
  const random = seededRandom(`member ${index}`);
  const pick = <Item>(items: Item[]): Item => items[random.below(items.length)]!;
  const { language, code, names, lastNames } = pick(nameSets);
  const type = pick(["MEMBER", "MEMBER", "MEMBER", "SILVER", "SILVER", "GOLD"]);
  const birthday = new Date(Date.UTC(1960 + random.below(48), 0, 1 + random.below(365)));
  return {
    label: `crowd-${index}`,
    purpose: "one of many",
    language,
    name: pick(names),
    lastName: pick(lastNames),
    phone: [code, phoneNumberFor(code, index)],
    cards: [[type, random.below(type === "GOLD" ? 5000 : 900)]],
    otherData: [
      { key: "gender", value: pick(["female", "male"]) },
      { key: "birthdate", value: birthday.toISOString().slice(0, 10) },
    ],
  };
}

/** A phone number from unassigned blocks, distinct from those of `chosenMembers`. */
function phoneNumberFor(code: string, index: number): string {
  const last = String(index + 100).padStart(5, "0");
  const american = `${203 + Math.floor(index / 100)}55501${String(index % 100).padStart(2, "0")}`;
  const numbers: Record<string, string> = {
    "66": `8000${last}`,
    "81": `90000${last}`,
    "886": `9000${last}`,
    "1": american,
  };
  return numbers[code]!;
}
