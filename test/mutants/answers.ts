/** Faults in the shop's own answers, and in what is stored of questions that nobody could answer. */
import type { Fault } from "./fault.ts";

const givenFaults: readonly Fault[] = [
  {
    name: "answers: a phrase that the bot understands is taken over",
    file: "src/bot/i18n/answers/answer-reader.ts",
    from: "    ...understoodFaults(parts, rules),\n",
    to: "",
    tests: ["cli/answers.test.ts"],
  },
  {
    name: "answers: a question of the programme that the bot answers is taken over",
    file: "src/bot/staff/bare-text.ts",
    from: "isTopic(topic) && topics[topic].needsPerson ? null",
    to: "isTopic(topic) ? null",
    tests: ["cli/answers.test.ts"],
  },
  {
    name: "answers: a command in words is taken over",
    file: "src/bot/staff/bare-text.ts",
    from: "if (command !== undefined) return `/${command.name}`;",
    to: "",
    tests: ["cli/answers.test.ts"],
  },
  {
    name: "answers: two have the same phrase",
    file: "src/bot/i18n/answers/answer-book.ts",
    from: "if (shared) faults.push(shared);",
    to: "if (!shared && !owners) faults.push();",
    tests: ["cli/answers.test.ts"],
  },
  {
    name: "answers: a group is answered that didn't call",
    file: "src/bot/group-chats.ts",
    from: "    isNextStep(request.intent) &&\n    Object.keys(request.details).length === 0;",
    to: '    (request.intent === "answer" ||\n      (isNextStep(request.intent) && Object.keys(request.details).length === 0));',
    tests: ["stories/answers.test.ts"],
  },
  {
    name: "answers: everybody gets the name of whoever asked first",
    file: "src/bot/intents/answer.ts",
    from: "asked !== undefined && isForEverybody(asked) && isGivenAt",
    to: "asked !== undefined && isGivenAt",
    tests: ["stories/answers.test.ts"],
  },
  {
    name: "answers: one that was published before is given from the cache",
    file: "src/bot/reply-cache.ts",
    from: ' ?? ""} ${language} ${translationsVersion}`;',
    to: ' ?? ""} ${language}`;',
    tests: ["stories/answers.test.ts"],
  },
  {
    name: "answers: one in another language is given from the cache",
    file: "src/bot/reply-cache.ts",
    from: ' ?? ""} ${language} ${translationsVersion}`;',
    to: ' ?? ""} ${translationsVersion}`;',
    tests: ["stories/answers.test.ts"],
  },
  {
    name: "answers: their days and hours are those of UTC",
    file: "src/bot/i18n/answers/answer.ts",
    from: "toZonedDateTimeISO(timeZone)",
    to: 'toZonedDateTimeISO(timeZone && "UTC")',
    tests: ["stories/answers.test.ts"],
  },
  {
    name: "answers: all that share a word are offered",
    file: "src/bot/views/answer-view.ts",
    from: "    .slice(0, maxRelated)\n",
    to: "",
    tests: ["stories/answers.test.ts"],
  },
  {
    name: "answers: a text that shares a word is answered",
    file: "src/bot/i18n/answers/answer-book.ts",
    from: "asked: (phrase) => phrases.get(phrase),",
    to: "asked: (phrase) => phrases.get(phrase) ?? phrases.get(taken.get(relatedIn(inEffect, phrase)[0] ?? '')?.phrases[0]?.folded ?? ''),",
    tests: ["stories/answers.test.ts"],
  },
];

const publishedFaults: readonly Fault[] = [
  {
    name: "answers: a draft is given to members",
    file: "src/bot/i18n/drafts/draft-rules.ts",
    from: "return store({ ...before, authorName, version, texts, ...unreviewed, changedAt: at }, ended);",
    to: "const draft2 = { ...before, authorName, version, texts, ...unreviewed, changedAt: at };\n  return publication({ draft: draft2, newest, base: newest }, act);",
    tests: ["stories/answers-published.test.ts"],
  },
  {
    name: "answers: a published one that is faulty stops the start",
    file: "src/bot/i18n/answers/answer-book.ts",
    from: "if (!found.answer || found.faults.length > 0) continue;",
    to: "if (!found.answer || found.faults.length > 0) throw new Error(name);",
    tests: ["stories/answers-published.test.ts"],
  },
  {
    name: "answers: a published one that is faulty is given",
    file: "src/bot/i18n/answers/answer-book.ts",
    from: "if (!found.answer || found.faults.length > 0) continue;",
    to: "if (!found.answer) continue;",
    tests: ["stories/answers-published.test.ts"],
  },
  {
    name: "answers: those of a folder without a fault are published, the others left out",
    file: "src/cli/answers.ts",
    from: 'if (folder.faults.length > 0) throw new CommandError(folder.faults.join("\\n"));',
    to: "",
    tests: ["cli/answers.test.ts"],
  },
  {
    name: "answers: those of a draft without a fault are published, the others left out",
    file: "src/bot/i18n/drafts/draft-rules.ts",
    from: 'if (draftFaults(state, act).length > 0) return "faulty";',
    to: "",
    tests: ["stories/answers-published.test.ts"],
  },
];

const unansweredFaults: readonly Fault[] = [
  {
    name: "unanswered: a text of two people is stored",
    file: "src/store/unanswered.ts",
    from: "const minAskers = 3;",
    to: "const minAskers = 2;",
    tests: ["store/sqlite/unanswered-on-disk.test.ts", "store/conformance/sqlite.test.ts"],
  },
  {
    name: "unanswered: who asked longer ago counts",
    file: "src/store/unanswered.ts",
    from: "where text_hash = $1 and account = $2 and day >= $3`",
    to: "where text_hash = $1 and account = $2 and day >= substr($3, 1, 0)`",
    tests: ["store/sqlite/unanswered-on-disk.test.ts", "store/conformance/sqlite.test.ts"],
  },
  {
    name: "unanswered: one person who asks three times is three",
    file: "src/store/unanswered.ts",
    from: "`select count(distinct asker_hash) as people from unanswered",
    to: "`select sum(times) as people from unanswered",
    tests: ["store/sqlite/unanswered-on-disk.test.ts", "store/conformance/sqlite.test.ts"],
  },
  {
    name: "unanswered: a text and who asked it are stored as they are",
    file: "src/store/unanswered.ts",
    from: 'createHmac("sha256", key).update(text).digest("base64url").slice(0, 22);',
    to: "text + key.slice(0, 0);",
    tests: ["store/sqlite/unanswered-on-disk.test.ts"],
  },
  {
    name: "unanswered: whoever has a list of texts can find the hashed ones",
    file: "src/store/unanswered.ts",
    from: 'createHmac("sha256", key)',
    to: 'createHmac("sha256", key.slice(0, 0))',
    tests: ["store/sqlite/unanswered-on-disk.test.ts"],
  },
  {
    name: "unanswered: a text stays when who asked it is forgotten",
    file: "src/store/personal-data.ts",
    from: "    await deleteRareTexts(db);\n",
    to: "",
    tests: ["store/conformance/sqlite.test.ts"],
  },
  {
    name: "unanswered: a text stays when its days are purged",
    file: "src/store/retention.ts",
    from: "await deleteRareTexts(db);",
    to: "",
    tests: ["store/conformance/sqlite.test.ts"],
  },
  ...[
    ["a phone number", "digits > maxDigits || ", ""],
    ["an at sign", "atSign.test(text) || ", ""],
    ["the address of a page", " || webAddress.test(whole)", ""],
    ["a code", "hasCode(whole) || ", ""],
    ["the address of a place", "(digits > 0 && place.test(whole))", "false"],
    ["the writer's name", "asker && hasName(counted, asker) ? null : counted", "counted"],
  ].map(([what = "", from = "", to = ""]) => ({
    name: `unanswered: a text with ${what} is counted`,
    file: "src/bot/routing/unanswered-text.ts",
    from,
    to,
    tests: ["bot/routing/unanswered-text.test.ts"],
  })),
  ...[
    ["a command of staff", " || isCommand(normalized)", ""],
    [
      "a text of somebody whose name isn't known",
      'if (found.kind !== "member" && found.kind !== "unknown") return;',
      "",
    ],
  ].map(([what = "", from = "", to = ""]) => ({
    name: `unanswered: ${what} is counted`,
    file: "src/jobs/unanswered-counter.ts",
    from,
    to,
    tests: ["stories/unanswered.test.ts"],
  })),
  {
    name: "unanswered: an answered text stays in the file until its place is used again",
    file: "src/store/sqlite/open.ts",
    from: '${attach ? "on" : "fast"}',
    to: '${attach ? "on" : "off"}',
    tests: ["stories/unanswered.test.ts"],
  },
  {
    name: "unanswered: texts are counted where it is off",
    file: "src/app/build-pipeline.ts",
    from: "config.unanswered ? countUnanswered(context, line, bots) : null",
    to: "countUnanswered(context, line, bots)",
    tests: ["stories/unanswered.test.ts"],
  },
];

export const answerFaults: readonly Fault[] = [
  ...givenFaults,
  ...publishedFaults,
  ...unansweredFaults,
];
