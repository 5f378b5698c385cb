/** The roles of staff commands; joining and leaving the staff; the audit. */
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { embeddedDevAccount } from "../../src/app/embedded-accounts.ts";
import { commands } from "../../src/bot/staff/commands/index.ts";
import { callCommand } from "../support/operator.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { buttonsOf, stringsOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld({ MEMBER_CODE: "rotating" });
});
afterEach(() => world[Symbol.asyncDispose]());

const replyTo = async (label: string, text: string) => factsOf(await world.sendText(label, text));

/** Written so that each is answered without a write, and recognised by its answer. */
const answers: Readonly<Record<string, readonly [written: string, answer: RegExp]>> = {
  find: ["/find 0999999999", /no member/],
  member: ["/member 0999999999", /no member/],
  check: ["/check NOSUCH99", /no coupon/],
  use: ["/use NOSUCH99", /no coupon/],
  scan: ["/scan NOSUCH99", /neither a coupon nor a card/],
  redeem: ["/redeem nothing olivia", /no coupon set/],
  undo: ["/undo", /no order that can still be undone/],
  history: ["/history 0999999999", /no member/],
  campaigns: ["/campaigns", /Campaigns/],
  sets: ["/sets", /Coupon sets/],
  gift: ["/gift nothing olivia", /no coupon set/],
  gifts: ["/gifts", /Recent gifts/],
  ungift: ["/ungift NOSUCH99", /no coupon/],
  add: ["/add 0999999999 5", /no member/],
  burn: ["/burn 0999999999 5", /no member/],
  void: ["/void ref:NOSUCH", /no transaction/],
  newset: ["/newset", /write the name/],
  reward: ["/reward nothing 5", /no coupon set/],
  rewards: ["/rewards", /Prices of rewards/],
  today: ["/today", /Coupons given: 0/],
  pending: ["/pending", /Nothing is waiting/],
  audit: ["/audit", /Nothing has been done yet/],
  staff: ["/staff", /Staff/],
  studio: ["/studio", /works once/],
  invite: ["/invite king", /Which role/],
  remove: ["/remove Nobody", /no staff member called/],
  join: ["/join WRONGCODE1", /isn’t valid|already an owner/],
  cancel: ["/cancel", /no open question/],
  help: ["/help", /Your commands/],
};

const everybody = ["marketer", "cashier", "manager", "owner"];
const till = ["cashier", "manager", "owner"];
const managers = ["manager", "owner"];

/** The table of who may what, as it was decided. */
const rights: Readonly<Record<string, readonly string[]>> = {
  find: till,
  member: till,
  check: till,
  use: till,
  scan: till,
  redeem: till,
  undo: till,
  history: till,
  campaigns: till,
  sets: managers,
  gift: managers,
  gifts: managers,
  ungift: managers,
  add: managers,
  burn: managers,
  void: managers,
  newset: managers,
  reward: managers,
  rewards: managers,
  today: managers,
  pending: managers,
  audit: managers,
  staff: ["owner"],
  studio: ["marketer", "owner"],
  invite: ["owner"],
  remove: ["owner"],
  join: everybody,
  cancel: everybody,
  help: everybody,
};

test("every command has a row in the table of roles", () => {
  expect(commands.map(({ name }) => name).toSorted()).toEqual(Object.keys(rights).toSorted());
});

const roleList = new Intl.ListFormat("en-GB", { type: "disjunction" });
const people = [...everybody, "former-cashier", "olivia", "stranger"];

test.each(people)(
  "%s: allowed commands are listed by /help, others say whose they are, to strangers nothing",
  async (who) => {
    const help = await replyTo(who, "/help");
    for (const [name, may] of Object.entries(rights)) {
      world.clock.turn(61_000);
      const [written = "", answer = /^$/] = answers[name] ?? [];
      const words = await replyTo(who, written);
      if (may.includes(who)) {
        expect(words).toMatch(answer);
        expect(help).toMatch(new RegExp(`^/${name}( |$)`, "m"));
      } else {
        const isStaff = everybody.includes(who);
        const refusal = `/${name} is only for: ${roleList.format(may)}. Your role: ${who}.`;
        const toStrangers = name === "join" ? "isn’t valid" : "didn’t understand";
        expect(words).toContain(isStaff ? refusal : toStrangers);
        expect(help).not.toContain(`/${name} `);
      }
    }
  },
);

async function removes(who: string): Promise<void> {
  const question = await world.sendText("owner", `/remove ${who}`);
  await world.tapButton("owner", buttonIn(question, /%2Fyes/));
}

describe("an unknown command", () => {
  const unknown: [who: string, text: string, reply: string][] = [
    ["manager", "/gfit iced olivia", "/gfit. Did you mean /gift <set> <who> [quantity]?"],
    ["manager", "／ＳＥＴ", "/set. Did you mean /sets?"],
    // The nearest of all is /gift, which cashiers may not use.
    ["cashier", "/gfit iced olivia", "no command /gfit. /help lists"],
    ["cashier", "/chek ABC123", "/chek. Did you mean /check <code>?"],
    ["owner", "/xyzzy", "no command /xyzzy. /help lists"],
    ["marketer", "/", "no command /. /help lists"],
  ];
  test("of staff is answered by the nearest one that they may use", async () => {
    for (const [who, text, reply] of unknown) {
      world.clock.turn(61_000);
      for (let time = 0; time < 4; time++) expect(await replyTo(who, text)).toContain(reply);
    }
  });

  test("of somebody who isn't staff is answered like any unknown text", async () => {
    for (const who of ["former-cashier", "olivia", "stranger"]) {
      const reply = stringsOf(await world.sendText(who, "xyzzy"));
      for (const text of ["/gfit iced olivia", "/gift iced olivia", "/xyzzy", "/help"]) {
        world.clock.turn(61_000);
        expect(stringsOf(await world.sendText(who, text)), `for ${who}`).toBe(reply);
      }
    }
  });

  test("of a member that asks for something as a text does is answered as that text", async () => {
    for (let time = 0; time < 2; time++) {
      expect(await replyTo("olivia", "/points")).toContain("18,400");
    }
  });

  test("of staff is none of the members' requests, whatever the bot has answered before", async () => {
    const owner = world.lineId("olivia");
    await world[Symbol.asyncDispose]();
    world = await createWorld({ STAFF_OWNER_LINE_IDS: owner });
    expect(await replyTo("olivia", "points")).toContain("18,400");
    expect(await replyTo("olivia", "/points")).toContain("There is no command /points.");
  });

  test("has a button for the command that is meant, and for /help", async () => {
    const reply = await world.sendText("manager", "/pendign");
    expect(buttonsOf(reply).map(({ label }) => label)).toEqual(["/pending", "/help"]);
    const pending = await world.tapButton("manager", buttonIn(reply, /pending/));
    expect(factsOf(pending)).toContain("Nothing is waiting");
  });
});

const codesTold = [
  {
    language: "en",
    asked: "code of your invitation",
    wrong: "This code isn’t valid",
    done: "Welcome! You have joined as cashier",
    used: "already been used",
    expired: "has expired: it works for 10 minutes",
    owner: "already an owner",
    tooMany: /Too many wrong codes.* \d+ minutes/,
  },
  {
    language: "th",
    asked: "พิมพ์รหัสคำเชิญ",
    wrong: "รหัสนี้ใช้ไม่ได้",
    done: "ยินดีต้อนรับ คุณเข้าร่วมเป็นแคชเชียร์แล้ว",
    used: "รหัสนี้ถูกใช้ไปแล้ว",
    expired: "รหัสนี้หมดอายุแล้ว (ใช้ได้ภายใน 10 นาที)",
    owner: "คุณเป็นเจ้าของอยู่แล้ว",
    tooMany: /ใส่รหัสผิดหลายครั้งเกินไป.* \d+ นาที/,
  },
  {
    language: "ja",
    asked: "招待のコードを入力してください",
    wrong: "このコードは使えません",
    done: "ようこそ！レジ担当として参加しました",
    used: "すでに使われています",
    expired: "このコードは期限切れです（有効期限は10分）",
    owner: "すでにオーナーです",
    tooMany: /間違ったコードが多すぎます。\d+分後/,
  },
  {
    language: "zh-TW",
    asked: "請輸入邀請代碼",
    wrong: "這個代碼無效",
    done: "歡迎！您已成為收銀員",
    used: "這個代碼已經用過了",
    expired: "這個代碼已過期（10 分鐘內有效）",
    owner: "您已經是負責人了",
    tooMany: /錯誤的代碼太多次了，請於 \d+ 分鐘後/,
  },
];

test.each(codesTold)("in $language who sends a code is told how it stands", async (told) => {
  const newcomers = ["stranger", "olivia", "takeru"];
  // An invitation is read in the owner's language: they change theirs at last.
  const [code, late] = [await invites("cashier"), await invites("cashier")];
  for (const who of [...newcomers, "owner"]) {
    await world.tapButton(who, `do=language&to=${told.language}`);
  }
  expect(await replyTo("stranger", "/join")).toContain(told.asked);
  expect(await replyTo("stranger", "/join WRONG1")).toContain(told.wrong);
  expect(await replyTo("stranger", `/join ${code}`)).toContain(told.done);
  expect(await replyTo("olivia", `/join ${code}`)).toContain(told.used);
  world.clock.turn(600_000);
  expect(await replyTo("olivia", `/join ${late}`)).toContain(told.expired);
  expect(await replyTo("owner", `/join ${late}`)).toContain(told.owner);
  for (let count = 0; count < 20; count++) await replyTo("takeru", `/join WRONG${count}XX`);
  world.clock.turn(61_000);
  expect(await replyTo("takeru", "/join WRONG1")).toMatch(told.tooMany);
});

const invites = async (role: string) =>
  /\/join (\w+)/.exec(await replyTo("owner", `/invite ${role}`))?.[1] ?? "";

test("/check, /use and /ungift find no coupon for text that can't be a code", async () => {
  for (const name of ["check", "use", "ungift"]) {
    world.clock.turn(61_000);
    for (const code of ['" "', "\uD800", "..", "x".repeat(300)]) {
      expect(await replyTo("manager", `/${name} "${code}"`), `for ${name}`).toMatch(/no coupon/);
    }
    // What nobody sees is nothing.
    expect(await replyTo("manager", `/${name} "\uFEFF"`), `for ${name}`).toContain("Which coupon?");
  }
});

describe("staff", () => {
  test("join by an invitation code, which works once", async () => {
    const code = await invites("cashier");
    expect(code).not.toBe("");
    expect(await replyTo("stranger", `/join ${code.toLowerCase()}`)).toContain(
      "You have joined as cashier",
    );
    expect(await replyTo("stranger", "/find 0999999999")).toContain("no member");
    expect(await replyTo("olivia", `/join ${code}`)).toContain("already been used");
    expect(await replyTo("owner", "/staff")).toContain("Alex · cashier");
    expect(await replyTo("manager", "/audit")).toMatch(/Alex · \/join · joined/);
  });

  test("can't join by a code older than 10 minutes", async () => {
    const code = await invites("cashier");
    world.clock.turn(600_000);
    expect(await replyTo("stranger", `/join ${code}`)).toContain("has expired");
    expect(await replyTo("stranger", "/join")).toContain("code of your invitation");
    expect(await replyTo("stranger", code)).toContain("has expired");
  });

  test("are rate-limited after wrong codes, for a right one too", async () => {
    for (let count = 0; count < 20; count++) await replyTo("stranger", `/join WRONG${count}XX`);
    const code = await invites("cashier");
    world.clock.turn(1000);
    expect(await replyTo("stranger", `/join ${code}`)).toMatch(/Too many wrong codes.* minutes/);
    const inDevChannel = { channel: embeddedDevAccount.id };
    await world.line.deliver(
      [
        world.line.compose(
          world.lineId("stranger"),
          { type: "text", text: `/join ${code}` },
          inDevChannel,
        ),
      ],
      inDevChannel,
    );
    await world.bot.idle();
    expect(await replyTo("owner", "/staff"), "by the dev channel").not.toContain("Alex");
    const words = await replyTo("takeru", `/join ${code}`);
    expect(words).not.toBe("");
    expect(await replyTo("owner", "/staff")).toContain("健");
  });

  test("count wrong codes only", async () => {
    for (let count = 0; count < 9; count++) await replyTo("stranger", `/join WRONG${count}XX`);
    for (const role of ["cashier", "manager"]) {
      const code = await invites(role);
      expect(await replyTo("stranger", `/join ${code}`)).toContain(`joined as ${role}`);
    }
  });

  test("codes are stored as hashes", async () => {
    const code = await invites("cashier");
    const file = new DatabaseSync(world.storeFile, { readOnly: true });
    const rows = ["invites", "audit", "inbox"].flatMap((table) =>
      file.prepare(`select * from ${table}`).all(),
    );
    file.close();
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test("lose their rights at once when removed, and can be invited again", async () => {
    expect(await replyTo("cashier", "/find 0999999999")).toContain("no member");
    await removes(world.lineId("cashier"));
    expect(await replyTo("cashier", "/find 0999999999")).toContain("didn’t understand");
    expect(await replyTo("cashier", `/join ${await invites("manager")}`)).toContain(
      "joined as manager",
    );
    expect(await replyTo("cashier", "/audit")).toMatch(/\/remove · done\nRemove Ploy/);
  });

  test("configured owners can't be removed in the chat, only by the configuration", async () => {
    await world[Symbol.asyncDispose]();
    const label = "olivia";
    const probe = await createWorld();
    const id = probe.lineId(label);
    await probe[Symbol.asyncDispose]();
    world = await createWorld({ STAFF_OWNER_LINE_IDS: id });
    expect(await replyTo(label, "/staff")).toContain("Olivia Brown · owner");
    expect(await replyTo("owner", "/remove Olivia")).toContain("only be removed there");
    expect(await replyTo(label, "/help")).toContain("/invite <role>");
  });

  test("commands work in 1:1 chats only", async () => {
    const [group] = world.groups;
    const reply = await world.performAction(
      "somchai",
      { type: "text", text: "/help" },
      group?.chatId,
    );
    expect(factsOf(reply)).not.toContain("Your commands");
  });
});

test("cli staff lists staff and audit while the bot runs", async () => {
  const question = await world.sendText("manager", "/gift iced olivia");
  await world.tapButton("manager", buttonIn(question, /%2Fyes/));
  const dir = dirname(world.storeFile);
  const run = (...args: string[]) =>
    callCommand(["staff", ...args], { cwd: dir, env: { DATA_DIR: dir } });
  const list = await run("list");
  expect(list).toMatchObject({ code: 0, stderr: "" });
  expect(list.stdout).toContain(`${world.lineId("manager")}  manager`);
  expect(list.stdout).toMatch(/Boy .* removed/);
  const { stdout: reply } = await run("audit", "--csv");
  const lines = reply.trim().split("\n");
  expect(lines[0]).toMatch(/^at,localTime,timeZone,account,/);
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(new RegExp(`${world.lineId("manager")},Anan,gift,ordered`));
  expect(lines[2]).toMatch(/gift,done,/);
  expect((await run("audit")).stdout).toMatch(/Anan +gift +done/);
  expect((await run("dismiss")).code).toBe(2);
});

test("audit entries can't be changed or deleted", async () => {
  await invites("cashier");
  const file = new DatabaseSync(world.storeFile);
  for (const change of ["delete from audit", "update audit set actor = null"]) {
    expect(() => file.exec(change)).toThrow("append-only");
  }
  file.close();
});

test.each<[string, string, RegExp, RegExp]>([
  ["somchai", "/help", /คำสั่งที่ใช้ได้/, /แจกคูปองนี้ใช่ไหม/],
  ["hina", "／HELP", /使えるコマンド/, /渡しますか/],
  ["yijun", " /Help ", /可用的指令/, /要贈送優惠券嗎/],
])("%s gets help and questions in their language", async (label, help, listed, question) => {
  const id = world.lineId(label);
  await world[Symbol.asyncDispose]();
  world = await createWorld({ STAFF_OWNER_LINE_IDS: id });
  expect(await replyTo(label, help)).toMatch(listed);
  expect(await replyTo(label, "/gift iced 080 000 0002 2")).toMatch(question);
});
