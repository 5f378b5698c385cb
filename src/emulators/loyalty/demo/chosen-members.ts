/** The demo's members that stand for one test case each. */
export type Language = "en" | "th" | "ja" | "zh-TW";

export interface DemoMember {
  /** Short and unique; identifiers are derived from it. */
  label: string;
  language: Language;
  name: string;
  lastName: string;
  /** What LINE calls them, where that is another name. */
  displayName?: string;
  /** Country calling code and number, as the platform stores them. */
  phone: [code: string, number: string];
  /** Type, points and nickname of each card. */
  cards: [type: string, point: number, nickname?: string][];
  /** The label of the LINE user if it isn't the member's own; null for none. */
  line?: string | null;
  otherData?: { key: string; value: string }[];
  picture?: false;
  verified?: false;
  active?: false;
  /** Is born, in a leap year, on the day after the demo data are made. */
  hasBirthdayTomorrow?: true;
}

const gender = (value: string) => ({ key: "gender", value });
const birthdate = (value: string) => ({ key: "birthdate", value });

export const chosenMembers: DemoMember[] = [
  {
    label: "somchai",
    // Ordinary; phone number without the leading 0.
    language: "th",
    name: "สมชาย",
    lastName: "ใจดี",
    phone: ["66", "800000001"],
    cards: [["GOLD", 1250, "สมชาย"]],
    otherData: [gender("male"), birthdate("1988-04-13")],
  },
  {
    label: "suphansa",
    // Phone number with the leading 0.
    language: "th",
    name: "สุพรรษา",
    lastName: "ศรีสุวรรณ์",
    phone: ["66", "0800000002"],
    cards: [["SILVER", 320]],
    otherData: [gender("female"), birthdate("1995-11-30")],
  },
  {
    label: "hina",
    // Japanese.
    language: "ja",
    name: "陽菜",
    lastName: "田中",
    phone: ["81", "9000000003"],
    cards: [["GOLD", 4980, "ひな"]],
    otherData: [gender("female"), birthdate("1999-03-03")],
  },
  {
    label: "takeru",
    // No points.
    language: "ja",
    name: "健",
    lastName: "佐藤",
    phone: ["81", "09000000004"],
    cards: [["MEMBER", 0]],
    otherData: [gender("male"), birthdate("1979-08-21")],
  },
  {
    label: "olivia",
    // More than ten thousand points.
    language: "en",
    name: "Olivia",
    lastName: "Brown",
    phone: ["1", "2025550105"],
    cards: [["PLATINUM", 18_400, "Liv"]],
    otherData: [gender("female"), birthdate("1991-07-04")],
  },
  {
    label: "yijun",
    // Traditional Chinese.
    language: "zh-TW",
    name: "怡君",
    lastName: "林",
    phone: ["886", "0900000006"],
    cards: [["GOLD", 760]],
    otherData: [gender("female"), birthdate("1993-10-10")],
  },
  {
    label: "kittipat",
    // A very long name.
    language: "th",
    name: "กิตติพัฒน์ธนากร",
    lastName: "วงศ์สุวรรณภูมิโรจน์",
    phone: ["66", "800000007"],
    cards: [["GOLD", 2310]],
    otherData: [gender("male"), birthdate("1985-01-17")],
  },
  {
    label: "nok",
    // No last name.
    language: "en",
    name: "Nok",
    lastName: "",
    phone: ["66", "800000008"],
    cards: [["MEMBER", 45]],
  },
  {
    label: "fon",
    // Emoji in the name.
    language: "th",
    name: "🌸ฝน🌸",
    lastName: "ดี",
    phone: ["66", "0800000009"],
    cards: [["SILVER", 515, "🌸"]],
    otherData: [gender("female"), birthdate("2001-05-25")],
  },
  {
    label: "jose",
    // Quotes and accents; has a birthday tomorrow.
    language: "en",
    name: 'O\'Connor-Lee "José"',
    lastName: "Núñez",
    phone: ["1", "2025550110"],
    cards: [["SILVER", 205]],
    otherData: [gender("male")],
    hasBirthdayTomorrow: true,
  },
  {
    label: "ambiguous",
    // Two profiles for one LINE account: nothing may be shown.
    language: "th",
    name: "วิชัย",
    lastName: "ทองดี",
    phone: ["66", "800000011"],
    cards: [["SILVER", 640]],
    otherData: [gender("male"), birthdate("1982-02-02")],
  },
  {
    label: "ambiguous-again",
    // The second profile for that LINE account.
    language: "th",
    name: "วิชัย",
    lastName: "ทองดี",
    phone: ["66", "800000012"],
    cards: [["MEMBER", 30]],
    line: "ambiguous",
    otherData: [gender("male"), birthdate("1982-02-02")],
  },
  {
    label: "one-phone",
    // Shares a phone number with another profile.
    language: "th",
    name: "มาลี",
    lastName: "แสงทอง",
    phone: ["66", "0800000013"],
    cards: [["SILVER", 410]],
    otherData: [gender("female"), birthdate("1987-09-09")],
  },
  {
    label: "one-phone-again",
    // The other profile with that phone number, without the leading 0.
    language: "th",
    name: "มาลี",
    lastName: "แสงทอง",
    phone: ["66", "800000013"],
    cards: [["MEMBER", 15]],
    otherData: [gender("female"), birthdate("1987-09-09")],
  },
  {
    label: "not-linked",
    // A member without a LINE account.
    language: "th",
    name: "ประเสริฐ",
    lastName: "บุญมี",
    phone: ["66", "800000014"],
    cards: [["GOLD", 3120]],
    line: null,
    otherData: [gender("male"), birthdate("1965-06-15")],
  },
  {
    label: "inactive",
    // Membership ended: no service.
    language: "th",
    name: "อนงค์",
    lastName: "พักผ่อน",
    phone: ["66", "800000015"],
    cards: [["SILVER", 90]],
    active: false,
    otherData: [gender("female"), birthdate("1977-03-28")],
  },
  {
    label: "not-verified",
    // Not verified on the platform: sees what everybody sees.
    language: "th",
    name: "ธนา",
    lastName: "รอตรวจ",
    phone: ["66", "800000016"],
    cards: [["MEMBER", 60]],
    verified: false,
    otherData: [gender("male"), birthdate("2003-03-01")],
  },
  {
    label: "no-cards",
    // No cards; a coupon that ends in two days.
    language: "en",
    name: "Emma",
    lastName: "Newman",
    phone: ["1", "2025550117"],
    cards: [],
    otherData: [gender("female"), birthdate("1998-08-08")],
  },
  {
    label: "three-cards",
    // Three cards: is asked which.
    language: "th",
    name: "ปิยะ",
    lastName: "สามบัตร",
    phone: ["66", "800000018"],
    cards: [
      ["GOLD", 2040, "ของฉัน"],
      ["SILVER", 150, "แฟน"],
      ["STAFF", 500, "พนักงาน"],
    ],
    otherData: [gender("male"), birthdate("1992-06-06")],
  },
  {
    label: "bare",
    // No picture, no further details.
    language: "en",
    name: "Sam",
    lastName: "Plain",
    phone: ["1", "2025550119"],
    cards: [["MEMBER", 75]],
    otherData: [],
    picture: false,
  },
  {
    label: "leap-day",
    // Born on 29 February 2000.
    language: "ja",
    name: "美咲",
    lastName: "鈴木",
    phone: ["81", "9000000020"],
    cards: [["GOLD", 890]],
    otherData: [gender("female"), birthdate("2000-02-29")],
  },
  {
    label: "unfollowed",
    // Has blocked the account.
    language: "th",
    name: "จิราพร",
    lastName: "ลาก่อน",
    phone: ["66", "800000021"],
    cards: [["GOLD", 1010]],
    otherData: [gender("female"), birthdate("1989-12-31")],
  },
  {
    label: "markup",
    // Markup and an address in the name.
    language: "en",
    name: '<b>&" https://example.com',
    lastName: "</script>",
    displayName: "Max",
    phone: ["1", "2025550122"],
    cards: [["MEMBER", 25]],
  },
];
