/** Faults in sending to LINE: replies and pushes sent twice, never, or under another name. */
import type { Fault } from "./fault.ts";

const send = "src/line/messaging-client.ts";
const sending = [
  "line/reply.test.ts",
  "line/reply-attempts.test.ts",
  "line/messaging-client.test.ts",
  "pipeline/delivery-failures.test.ts",
];

export const sendingFaults: readonly Fault[] = [
  {
    name: "reply: a used token after an unclear attempt isn't an arrival",
    file: send,
    from: 'return { kind: isUsedUp ? "arrived" : "unknown" };',
    to: 'return { kind: "unknown" };',
    tests: sending,
  },
  {
    name: "reply: any refusal after an unclear attempt is an arrival",
    file: send,
    from: 'kind: isUsedUp ? "arrived" : "unknown"',
    to: 'kind: "arrived"',
    tests: sending,
  },
  {
    name: "reply: a refusal after an unclear attempt is certain",
    file: send,
    from: 'if (unclear === 0) return { kind: "refused", status, reason };',
    to: 'if (reason !== "reply_token") return { kind: "refused", status, reason };',
    tests: sending,
  },
  {
    name: "reply: unclear attempts that run out of time count as too late",
    file: send,
    from: 'if (!time) return { kind: unclear > 0 ? "unknown" : "too_late" };',
    to: 'if (!time) return { kind: "too_late" };',
    tests: sending,
  },
  {
    name: "reply: a token that may have expired after an unclear attempt is used up",
    file: send,
    from: " && !mayBeExpired",
    to: "",
    tests: ["line/reply-attempts.test.ts"],
  },
  {
    name: "reply: a 5xx isn't tried again",
    file: send,
    from: '(typeof response === "object" && response.status >= 500)',
    to: '(typeof response === "object" && response.status >= 600)',
    tests: sending,
  },
  {
    name: "push: another retry key for each try",
    file: send,
    from: "attempt(context, { ...request, retryKey })",
    to: "attempt(context, { ...request, retryKey: tries > 0 ? crypto.randomUUID() : retryKey })",
    tests: sending,
  },
  {
    name: "push: a retry key of the time instead of the event",
    file: send,
    from: "update(`${webhookEventId}/${index}`)",
    to: "update(`${webhookEventId}/${index}/${Math.random()}`)",
    tests: sending,
  },
  {
    name: "push: an accepted one (409) is unclear",
    file: send,
    from: "if (status < 300 || status === 409) {",
    to: "if (status < 300) {",
    tests: sending,
  },
];
