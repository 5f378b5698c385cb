/** Faults in who may do what: signatures, roles, questions, invitations, limits. */
import type { Fault } from "./fault.ts";

const rules = "src/store/confirmation-rules.ts";
const limits = "src/store/day-limits.ts";
const router = "src/bot/staff/command-router.ts";

export const roleFaults: readonly Fault[] = [
  {
    name: "signature: any well-formed one is accepted",
    file: "src/line/signature.ts",
    from: "secrets.some((secret) => validateSignature(body, secret, header))",
    to: "secrets.length > 0 && validateSignature(body, secrets[0] ?? '', header) !== undefined",
    tests: ["line/signature.test.ts"],
  },
  {
    name: "signature: only the first secret counts",
    file: "src/line/signature.ts",
    from: "return secrets.some(",
    to: "return secrets.slice(0, 1).some(",
    tests: ["line/signature.test.ts"],
  },
  {
    name: "signature: trailing characters are accepted",
    file: "src/line/signature.ts",
    from: "/^[A-Za-z0-9+/]{43}=$/",
    to: "/^[A-Za-z0-9+/]{43}=/",
    tests: ["line/signature.test.ts"],
  },
  {
    name: "webhook: the body is stored before its signature is verified",
    file: "src/pipeline/webhook.ts",
    from: "if (!signatureMatches(channel.secrets, body, signature)) {",
    to: "if (!signatureMatches(channel.secrets, body, signature) && body.length === 0) {",
    tests: ["pipeline/webhook.test.ts"],
  },
  {
    name: "question: anybody may confirm it",
    file: rules,
    from: `  if (row.asker !== by) return unchanged({ kind: "none" });
  if (row.claimedEvent === eventId)`,
    to: "  if (row.claimedEvent === eventId)",
    tests: ["store/confirmation-rules.test.ts"],
  },
  {
    name: "approval: its asker may give it",
    file: rules,
    from: `  if (row.asker === by) return unchanged({ kind: "none" });
  if (row.state !== "awaiting_approval") return alreadyResolved(row);
  if (isApprovalOver`,
    to: `  if (row.state !== "awaiting_approval") return alreadyResolved(row);
  if (isApprovalOver`,
    tests: ["store/confirmation-rules.test.ts"],
  },
  {
    name: "approval: its asker may decline it",
    file: rules,
    from: `  if (row.asker === by) return unchanged({ kind: "none" });
  if (row.state !== "awaiting_approval") return alreadyResolved(row);
  return withdrawn`,
    to: `  if (row.state !== "awaiting_approval") return alreadyResolved(row);
  return withdrawn`,
    tests: ["store/confirmation-rules.test.ts"],
  },
  {
    name: "question: anybody may cancel it",
    file: rules,
    from: `  if (row.asker !== by) return unchanged({ kind: "none" });
  if (!isIn(row.state, unansweredStates))`,
    to: "  if (!isIn(row.state, unansweredStates))",
    tests: ["store/confirmation-rules.test.ts"],
  },
  {
    name: "question: it never expires",
    file: rules,
    from: `if (at >= row.expiresAt || isAhead(row.askedAt, at)) {
    return unchanged({ kind: "expired", confirmation: row });
  }
  if (exceeded)`,
    to: "if (exceeded)",
    tests: ["store/confirmation-rules.test.ts"],
  },
  {
    name: "approval: it never expires",
    file: rules,
    from: 'if (row.state !== "awaiting_approval" || !isApprovalOver(row, now)) return null;',
    to: "if (row.asker !== '') return null;",
    tests: ["store/confirmation-rules.test.ts"],
  },
  {
    name: "limit: it isn't checked at the tap",
    file: rules,
    from: "if (exceeded) return",
    to: "if (exceeded && at < 0) return",
    tests: ["store/confirmation-rules.test.ts"],
  },
  {
    name: "limit: one more than allowed",
    file: limits,
    from: "before + amount > limits[limit]",
    to: "before + amount > limits[limit] + 1",
    tests: ["store/day-limits.test.ts"],
  },
  {
    name: "limit: an order of unknown outcome doesn't count",
    file: limits,
    from: '  "unknown",\n',
    to: "",
    tests: ["store/day-limits.test.ts"],
  },
  {
    name: "limit: an order that a person decides doesn't count",
    file: limits,
    from: '  "needs_review",\n',
    to: "",
    tests: ["store/day-limits.test.ts"],
  },
  {
    name: "limit: an order that awaits approval doesn't count",
    file: limits,
    from: '  "awaiting_approval",\n',
    to: "",
    tests: ["store/day-limits.test.ts"],
  },
  {
    name: "limit: a member's points of the day aren't limited",
    file: limits,
    from: '    ["pointsPerMemberDay", order.points, used.member.points],\n',
    to: "",
    tests: ["store/day-limits.test.ts"],
  },
  {
    name: "limit: cashiers have the managers' limit",
    file: limits,
    from: 'if (role !== "cashier") return limits;',
    to: "if (role) return limits;",
    tests: ["store/day-limits.test.ts"],
  },
  {
    name: "limit: the day starts at midnight UTC",
    file: "src/bot/staff/orders/day-limits.ts",
    from: "start: startOfDay(now, timeZone),",
    to: 'start: startOfDay(now, "UTC"),',
    tests: ["stories/staff-failures.test.ts"],
  },
  {
    name: "roles: a removed person still is staff",
    file: "src/bot/staff/staff-directory.ts",
    from: "return member?.active ?",
    to: "return member ?",
    tests: ["stories/staff-remove.test.ts"],
  },
  {
    name: "roles: every colleague may use every command",
    file: "src/bot/staff/command.ts",
    from: "(colleague !== null && roles.includes(colleague.role))",
    to: "colleague !== null",
    tests: ["stories/staff-roles.test.ts"],
  },
  {
    name: "roles: the role isn't checked at the tap of a question",
    file: "src/bot/staff/orders/answer.ts",
    from: "return mayOrder(commandNamed(name), asker);",
    to: "return commandNamed(name) !== undefined && asker !== null;",
    tests: ["stories/staff-roles.test.ts", "stories/staff-remove.test.ts", "stories/staff.test.ts"],
  },
  {
    name: "roles: a cashier may approve",
    file: "src/bot/staff/orders/answer.ts",
    from: "if (!askersTaps.has(tap)) return managers.includes(asker.role);",
    to: "if (!askersTaps.has(tap)) return true;",
    tests: ["stories/staff-failures.test.ts"],
  },
  {
    name: "roles: a notice is shown to whoever had the right once",
    file: "src/bot/staff/orders/notice-reader.ts",
    from: "if (!(await mayRead(stored, confirmation.command))) return null;",
    to: "",
    tests: ["stories/staff-remove.test.ts"],
  },
  {
    name: "roles: a redemption's outcome is told to whoever had the right once",
    file: "src/bot/staff/orders/notice-reader.ts",
    from: 'if (!(await mayRead(stored, "redeem"))) return null;',
    to: "",
    tests: ["stories/staff-redeem.test.ts"],
  },
  {
    name: "staff: a late tap that was carried out is told that nothing was done",
    file: "src/bot/staff/orders/answer.ts",
    from: "awaitedStates[tap].includes(confirmation.state)",
    to: "awaitedStates[tap].length > 0",
    tests: ["stories/staff-retried.test.ts"],
  },
  {
    name: "staff: a late yes to a redemption that was carried out is told that nothing was done",
    file: router,
    from: " && !command.judgesLateness",
    to: "",
    tests: ["stories/staff-retried.test.ts"],
  },
  {
    name: "staff: an order that is 20 minutes old is carried out",
    file: "src/bot/routing/late-event.ts",
    from: "const maxAgeMs = 20 * 60_000;",
    to: "const maxAgeMs = 2000 * 60_000;",
    tests: [
      "stories/staff-failures.test.ts",
      "stories/staff-answers.test.ts",
      "stories/staff.test.ts",
    ],
  },
  {
    name: "staff: a stranger's photo is fetched",
    file: router,
    from: "if (!photos || !command || !colleague || !isAllowed(command, colleague)) return null;",
    to: "if (!photos || !command) return null;",
    tests: ["stories/staff-photos.test.ts"],
  },
  {
    name: "staff: the last owner can be removed",
    file: "src/store/staff-rules.ts",
    from: "if (keepOwner && isLastOwner(",
    to: "if (keepOwner && !member && isLastOwner(",
    tests: ["store/conformance/sqlite.test.ts", "store/staff-rules.test.ts"],
  },
  {
    name: "invitation: it can be taken twice",
    file: "src/store/staff-rules.ts",
    from: "if (takenBy !== null) {",
    to: "if (takenBy !== null && role === null) {",
    tests: ["store/conformance/sqlite.test.ts", "store/staff-rules.test.ts"],
  },
  {
    name: "invitation: it never expires",
    file: "src/store/staff-rules.ts",
    from: 'if (action.at >= expiresAt) return unchanged("expired");',
    to: "",
    tests: ["store/conformance/sqlite.test.ts", "store/staff-rules.test.ts"],
  },
  {
    name: "guesses: invitation codes can be tried without end",
    file: "src/bot/staff/commands/join.ts",
    from: 'if (!guess.allowed) return textReply(t("staff.join.tooMany", { minutes: guess.minutes }));',
    to: "",
    tests: ["stories/staff-roles.test.ts", "stories/staff.test.ts", "stories/dev-channel.test.ts"],
  },
  {
    name: "drafts: the versions of a new draft begin again",
    file: "src/bot/i18n/drafts/draft-rules.ts",
    from: "version: at * 1000",
    to: "version: 0",
    tests: ["stories/publishing.test.ts"],
  },
  {
    name: "studio: a removal leaves the links and sessions of the studio",
    file: "src/store/staff-store.ts",
    from: "  await endAccess(tx, account, lineId);\n",
    to: "",
    tests: ["store/conformance/sqlite.test.ts", "stories/studio-log-in.test.ts"],
  },
  {
    name: "drafts: an approval outlives its giver's role",
    file: "src/bot/i18n/drafts/draft-rules.ts",
    from: "draft.approver && !editors.has(draft.approver.id)",
    to: "draft.approver && editors.size === 0",
    tests: ["stories/publishing.test.ts"],
  },
  {
    name: "database: on another machine it is spoken to without encryption",
    file: "src/config/database-address.ts",
    from: "if (!isSettled) throw",
    to: "if (!isSettled && mode) throw",
    tests: ["config/database-address.test.ts"],
  },
  {
    name: "studio: the gallery is rendered for each request",
    file: "src/studio/server/kept.ts",
    from: "results.get(key) ?? make()",
    to: "make()",
    tests: ["studio/server/slices.test.ts"],
  },
];
