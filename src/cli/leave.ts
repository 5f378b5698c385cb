/** CLI command `leave`: exports what the shop owns into a folder, and takes back what the bot made at LINE. */
import { join, resolve } from "node:path";
import { overridesOf } from "../bot/i18n/drafts/draft-texts.ts";
import { readConfig } from "../config/config.ts";
import { type Command, parseWords, type Terminal } from "./command.ts";
import { writeOutput } from "./output.ts";
import { richMenu } from "./rich-menu.ts";
import { staff } from "./staff.ts";
import { statistics } from "./statistics.ts";
import { attachStore } from "./store.ts";

const message =
  "leave FOLDER tells what would be done; leave FOLDER --yes exports into that folder, and removes the menus";
/** As many as `statistics` takes. */
const statisticsDays = "3650";

const stays = [
  "What stays:",
  "- on the platform: all members, cards, points, transactions, coupons and campaigns. Nothing of it is touched.",
  '- at LINE: the account and its friends. Switch "Use webhook" off in the LINE Developers Console, and the replies and',
  "  greeting of LINE's manager on, if they should answer; revoke the channel's access token.",
  "- here: the bot's store and its backups, until they are deleted. See how long the books of points have to be kept.",
];

export const leave: Command = {
  async run(args, terminal) {
    const { words, flags } = parseWords(args, { words: 1, flags: ["yes"] }, message);
    const folder = resolve(words[0] ?? "");
    const files = await exportedFiles(terminal);
    const { print } = terminal;
    if (!flags.has("yes")) {
      print(...files.map(({ name }) => `would write ${join(folder, name)}`));
      await richMenu.run(["remove", "--dry-run"], terminal);
      print(...stays, "Nothing was done. Stop the bot, and say leave FOLDER --yes.");
      return 0;
    }
    for (const { name, content } of files) {
      writeOutput(join(folder, name), content);
      print(`wrote ${join(folder, name)}`);
    }
    await richMenu.run(["remove"], terminal);
    print(...stays);
    return 0;
  },
};

interface ExportedFile {
  /** Its path in the folder. */
  name: string;
  content: string;
}

/** What staff did, what was counted, and the texts and answers that were published. */
async function exportedFiles(terminal: Terminal): Promise<ExportedFile[]> {
  await using store = await attachStore(readConfig(terminal.environment));
  const counted = (await store.statistics.accounts()).map(async (account) => ({
    name: `statistics-${account}.csv`,
    content: await printed(statistics, ["--days", statisticsDays, "--account", account], terminal),
  }));
  const [publication] = await store.publications.list(1);
  const { answers = {}, ...texts } = overridesOf(publication ?? null);
  return [
    { name: "audit.csv", content: await printed(staff, ["audit", "--csv"], terminal) },
    ...(await Promise.all(counted)),
    ...Object.entries(texts).map(([language, changed]) => ({
      name: `texts/${language}.json`,
      content: `${JSON.stringify(changed, null, 2)}\n`,
    })),
    ...Object.entries(answers)
      .filter(([, json]) => json !== "")
      .map(([name, json]) => ({
        name: `answers/${name}.json`,
        content: `${JSON.stringify(JSON.parse(json), null, 2)}\n`,
      })),
  ];
}

/** What a command prints. */
async function printed(
  command: Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<string> {
  const lines: string[] = [];
  await command.run(args, { ...terminal, print: (...more) => void lines.push(...more) });
  return lines.map((line) => `${line}\n`).join("");
}
