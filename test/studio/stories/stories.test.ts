/** Stories played in worlds of their own: the demo's, a changed text, another language, and a draft before it is published. */
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { storyWorlds } from "../../../src/app/story-worlds.ts";
import { junitReport, stories as command } from "../../../src/cli/stories.ts";
import { readConfig } from "../../../src/config/config.ts";
import type { StoryRun } from "../../../src/studio/server/story-types.ts";
import { addStory } from "../../../src/studio/stories/add-story.ts";
import { openStories } from "../../../src/studio/stories/stories.ts";

const { config } = readConfig({});
const demoDir = join(import.meta.dirname, "../../../stories");
const dir = mkdtempSync(join(tmpdir(), "stories-"));
afterAll(() => rmSync(dir, { recursive: true }));

const storiesIn = (folder: string) =>
  openStories({
    dir: folder,
    openWorld: storyWorlds(config),
    timeZone: config.business.timeZone,
  });
const own = { language: "own", overrides: {} } as const;
const main = "olivia-sees-her-points";

test("the demo's stories are true, and their replies are the accepted ones", async () => {
  const stories = storiesIn(demoDir);
  const list = stories.files.list();
  expect(list.length).toBeGreaterThanOrEqual(10);
  for (const { name } of list) {
    const run = await stories.run(name, own);
    const wrong = run?.steps.filter(({ fault, changed }) => fault !== undefined || changed);
    // Texts that were changed on purpose are accepted by `npm run cli -- stories --update`.
    expect({ name, outcome: run?.outcome, wrong }).toEqual({ name, outcome: "passed", wrong: [] });
  }
});

test("a changed text is a difference with both replies, until it is accepted", async () => {
  for (const ending of [".txt", ".replies.json"]) {
    copyFileSync(join(demoDir, main + ending), join(dir, main + ending));
  }
  const stories = storiesIn(dir);
  const overrides = { en: { "help.title": "What can I do?" } };
  const run = await stories.run(main, { language: "own", overrides });
  expect(run?.outcome).toBe("changed");
  const [step, ...others] = run?.steps.filter(({ changed }) => changed) ?? [];
  expect(others).toEqual([]);
  expect(step?.text).toBe("Olivia taps: Help");
  expect(step?.changed?.now).toContain("What can I do?");
  expect(JSON.stringify(step?.before)).not.toContain("What can I do?");
  const report = junitReport(run ? [run] : [], false);
  expect(report).toContain('failures="1"');
  expect(report).toContain("+ What can I do?");
  if (run) stories.files.keep(run);
  expect(readFileSync(join(dir, `${main}.replies.json`), "utf8")).toContain("What can I do?");

  const changes = await stories.compare({}, overrides);
  expect(changes).toMatchObject([{ name: main, outcome: "changed" }]);
});

test("the command reports differences to people and to CI, and accepts them", async () => {
  const printed: string[] = [];
  const terminal = {
    environment: { STORIES_DIR: dir },
    print: (...lines: readonly string[]) => void printed.push(...lines),
    stop: new AbortController().signal,
  };
  const file = join(dir, "reports", "stories.xml");
  // Accepted was another text.
  expect(await command.run([main, "--junit", file], terminal)).toBe(1);
  expect(printed).toContain("    - What can I do?");
  expect(printed).toContain("    + How can we help?");
  expect(readFileSync(file, "utf8")).toContain('tests="1" failures="1"');
  expect(await command.run([`${main}.txt`, "--update"], terminal)).toBe(0);
  expect(await command.run([main], terminal)).toBe(0);
  writeFileSync(join(dir, "wrong-figure.txt"), "Olivia: points\nbot: balance, 99\n");
  expect(await command.run(["wrong-figure"], terminal)).toBe(1);
  expect(printed.slice(-5)).toEqual([
    "  line 2: bot: balance, 99",
    "    it doesn’t contain 99",
    expect.stringMatching(/^ {4}it reads: .* · 18,400 · points/),
    "",
    "1 played, 1 failed, 0 changed",
  ]);
  await expect(command.run(["olivia-sees"], terminal)).rejects.toThrow(/there is no story/);
  await expect(command.run(["--language", "fr"], terminal)).rejects.toThrow(/--language takes own/);
});

test("in another language buttons are found by their own labels, and only figures are compared", async () => {
  const text = '# Words\nOlivia: points\nbot: balance, "points", 18,400\nOlivia taps: Coupons\n';
  writeFileSync(join(dir, "words.txt"), text);
  const stories = storiesIn(dir);
  const run = await stories.run("words", { language: "th", overrides: {} });
  expect(run).toMatchObject({ outcome: "new", language: "th" });
  expect(JSON.stringify(run?.steps[0]?.reply)).toContain("แต้ม");
});

test("buttons of answers and to them are found in another language, too, also those of a draft", async () => {
  const taps = ["is there a car park", "Parking", "My card", "may pets come in", "Pets"];
  const lines = taps.map((text) => `Olivia${/^[A-Z]/.test(text) ? " taps" : ""}: ${text}`);
  writeFileSync(join(dir, "pets.txt"), `${lines.join("\n")}\nbot: answer\n`);
  const pets = { phrases: { en: ["pets"], ja: ["ペット"] }, reply: { en: "Yes.", ja: "はい。" } };
  const overrides = { answers: { pets: JSON.stringify(pets) } };
  const run = await storiesIn(dir).run("pets", { language: "ja", overrides });
  expect(run?.steps.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  expect(JSON.stringify(run?.steps)).toContain("はい。");
});

test("a group is shown nothing personal, and what LINE doesn't take comes when it works again", async () => {
  const text = [
    "Olivia: points",
    "bot: balance, 18,400",
    "in the group: Olivia: points",
    "bot: 18,400",
    "in the group: Anan: points",
    "(LINE is down)",
    "Olivia: coupons",
    "bot: nothing",
    "(LINE works again)",
    "bot: coupons",
  ].join("\n");
  writeFileSync(join(dir, "faults.txt"), text);
  const run = await storiesIn(dir).run("faults", own);
  expect(
    run?.steps.flatMap(({ line, fault }) => (fault === undefined ? [] : [[line, fault]])),
  ).toEqual([
    [4, "it doesn’t contain 18,400"],
    [5, expect.stringMatching(/isn’t in the group$/)],
  ]);
});

test("a line that isn't true says why, and what can't be read isn't played", async () => {
  const text =
    "# Wrong\nOlivia: points\nbot: coupons, 99\nbot: 99\nOlivia taps: Rocket\nOlivia taps: Help (9)\nZoe: hi\nมาลี แสงทอง: hi\n(it is 30 Feb)\n";
  writeFileSync(join(dir, "wrong.txt"), text);
  writeFileSync(join(dir, "unreadable.txt"), "# What\n\n(snow)\n");
  const stories = storiesIn(dir);
  const run = await stories.run("wrong", own);
  expect(run?.outcome).toBe("failed");
  expect(run?.steps.map(({ fault }) => fault)).toEqual([
    undefined,
    "it was balance, not coupons",
    "it doesn’t contain 99",
    expect.stringMatching(/^no button is called Rocket; there are .*Coupons/),
    expect.stringMatching(/^only \d buttons? (?:is|are) called Help$/),
    expect.stringMatching(/^nobody is called Zoe; there are /),
    expect.stringMatching(/ may be มาลี แสงทอง \(one-phone\) or มาลี แสงทอง \(one-phone-again\): /),
    "there is no such date",
  ]);
  expect(await stories.run("unreadable", own)).toMatchObject({
    outcome: "failed",
    steps: [{ line: 3, fault: expect.stringMatching(/^line 3: expected/) }],
  });
  expect(await stories.run("../secret", own)).toBeNull();
});

test("a story gets a title that no other has, and replies are kept only beside their story", async () => {
  const folder = mkdtempSync(join(dir, "saved-"));
  const stories = storiesIn(folder);
  const { files } = stories;
  const text = "# Olivia – points\n\nAnan: # hello\n";
  expect([1, 2, 3].map(() => addStory(files, text))).toEqual([
    "olivia-points",
    "olivia-points-2",
    "olivia-points-3",
  ]);
  expect(files.list().map(({ title }) => title)).toEqual([
    "Olivia – points",
    "Olivia – points 2",
    "Olivia – points 3",
  ]);
  expect(readFileSync(join(folder, "olivia-points-2.txt"), "utf8")).toBe(
    "# Olivia – points 2\n\nAnan: # hello\n",
  );
  const run = {
    name: "olivia-points",
    title: "",
    language: "th",
    outcome: "new",
    steps: [],
    ms: 0,
  };
  expect(files.keep(run as StoryRun)).toBe(true);
  files.remove("olivia-points");
  expect(files.keep(run as StoryRun)).toBe(false);
  expect(readdirSync(folder).toSorted()).toEqual(["olivia-points-2.txt", "olivia-points-3.txt"]);
});

test("a story is deleted with its accepted replies, and nothing else is", () => {
  const folder = mkdtempSync(join(dir, "deleted-"));
  const { files } = storiesIn(folder);
  for (const name of ["kept", "gone"]) {
    files.save(name, "# A story", false);
    writeFileSync(join(folder, `${name}.replies.json`), "[]");
    writeFileSync(join(folder, `${name}.replies.th.json`), "[]");
  }
  expect(files.remove("gone")).toBe(true);
  for (const name of ["gone", "none", "../kept", "", "kept.replies"])
    expect(files.remove(name)).toBe(false);
  expect(readdirSync(folder).toSorted()).toEqual([
    "kept.replies.json",
    "kept.replies.th.json",
    "kept.txt",
  ]);
});
