/** Builds the jobs that run by themselves: stored changes, reconciliation, notice pushes, retention and rich menus. */
import { createNoticePushes, createPushRelease } from "../bot/staff/orders/notice-pushes.ts";
import { createReconciler } from "../bot/staff/orders/reconciler.ts";
import { createReminderPushes, type ReminderPushes } from "../bot/staff/rules/reminders.ts";
import {
  createElectedJob,
  createJobs,
  createPlannedPublications,
  createStoredChangesJob,
  type Job,
} from "../jobs/jobs.ts";
import { createNewMemberMenus, createRichMenuJob } from "../jobs/rich-menus.ts";
import { createRetentionJob } from "../jobs/retention.ts";
import { createChannelStatusClient } from "../line/channel-status-client.ts";
import { createEndingCrawl } from "../members/ending-crawl.ts";
import { embeddedAccount, embeddedDevAccount } from "./embedded-accounts.ts";
import type { Bots } from "./build-bot.ts";
import type { AppPipeline } from "./build-pipeline.ts";
import type { Services } from "./connect-services.ts";
import type { AppContext } from "./context.ts";

/**
 * They stop with the context, and are started by the caller once the server listens.
 * @returns `isRead`: resolves when what members are reminded of was read once.
 */
export function buildJobs(
  context: AppContext,
  services: Services,
  bots: Bots,
  { linking }: AppPipeline,
): Job & { isRead: Promise<void> } {
  const { config, store, menus, stack, clock, wallClock, log } = context;
  const { channel, richMenus, emulator } = services.line.members;
  const { staffContext, shared, texts, crawler, mirror } = bots;
  const endings = endingCrawl(context, services, bots);
  const jobs = createJobs([
    createStoredChangesJob({
      sources: { "published texts": texts, "platform observations": services.observations },
      clock,
      log,
    }),
    createElectedJob(store.leadership, "publications", () =>
      createPlannedPublications({ publishDue: bots.publishing.publishDue, clock, log }),
    ),
    createElectedJob(store.leadership, "reconciliation", () =>
      createReconciler({
        account: channel.account,
        emulated: [embeddedAccount.botUserId, embeddedDevAccount.botUserId],
        staffContext,
        clock,
        log,
      }),
    ),
    noticePushes(context, services, bots),
    createElectedJob(store.leadership, "retention", () =>
      createRetentionJob({
        retention: store.retention,
        days: config.retentionDays,
        ledgerDays: config.ledgerDays,
        statisticsDays: config.statisticsDays,
        countsUnanswered: config.unanswered,
        // A look at another date deletes nothing.
        clock: wallClock,
        log,
      }),
    ),
    ...(mirror
      ? [createElectedJob(store.leadership, "ledger mirror", () => mirror.createFollower())]
      : []),
    ...endings.jobs,
    newMemberMenus(context, services, { crawler, linking, shared }),
    createRichMenuJob({
      install: menus && emulator !== null,
      linking,
      followers: () => emulator?.accounts.people.map(({ userId }) => userId) ?? [],
      line: richMenus,
      offered: config.business.languages,
      messages: shared.translations,
      brand: shared.brand,
      clock,
      log,
    }),
  ]);
  stack.defer(() => jobs.stop());
  return { ...jobs, isRead: endings.isRead };
}

function newMemberMenus(
  { store, log }: AppContext,
  { line }: Services,
  { crawler, linking, shared }: Pick<AppPipeline, "linking"> & Pick<Bots, "shared" | "crawler">,
): Job {
  return createNewMemberMenus({
    onNewProfiles: (listener) => crawler.onNewProfiles(listener),
    account: line.members.channel.account,
    lineUsers: store.lineUsers,
    checkMenu(lineId) {
      shared.members.forget(lineId);
      linking.check(lineId);
    },
    log,
  });
}

/** Where pushes are off, their leader releases what they had claimed: no other replica is pushing then. */
function noticePushes(context: AppContext, services: Services, bots: Bots): Job {
  const { config, store, clock, log } = context;
  const { channel, messaging } = services.line.members;
  const { members, shared } = bots;
  const common = { account: channel.account, notices: store.notices, clock, log };
  const reminders = reminderPushes(context, services, bots);
  return createElectedJob(store.leadership, "notice pushes", () =>
    config.pushFallback || reminders
      ? createNoticePushes({
          ...common,
          reader: shared.notices,
          renderContextFor: members.bot.renderContextFor,
          prepare: shared.prepare,
          messaging,
          pushesAll: config.pushFallback,
          reminders,
        })
      : createPushRelease(common),
  );
}

/** Null where reminders aren't pushed. */
function reminderPushes(
  { config, store, metrics, stack, clock, log }: AppContext,
  { line }: Services,
  { shared, reminders, restoredAt }: Bots,
): ReminderPushes | null {
  if (!config.reminderPushes) return null;
  const { onLineCall, onReminderRound: onRound } = metrics;
  const status = stack.use(
    createChannelStatusClient({ ...line.members, clock, log, onCall: onLineCall }),
  );
  return createReminderPushes({
    account: line.members.channel.account,
    store,
    reminders,
    members: shared.members,
    quota: line.members.quota ?? status.quota,
    reserve: config.reminderPushes.reserve,
    onRound,
    restoredAt: restoredAt ?? -Infinity,
    timeZone: config.business.timeZone,
    clock,
    log,
  });
}

/** What ends is read where members are reminded of it. Points are named by the profiles, which only pushes need to read. */
function endingCrawl(
  { config, store, clock, log }: AppContext,
  { line }: Services,
  { shared, reminders }: Bots,
): { jobs: Job[]; isRead: Promise<void> } {
  const isPushed = config.reminderPushes !== null;
  if (config.reminderDays.coupon === null && !isPushed) {
    return { jobs: [], isRead: Promise.resolve() };
  }
  const { promise: isRead, resolve: onCrawled } = Promise.withResolvers<void>();
  const crawl = () =>
    createEndingCrawl({
      account: line.members.channel.account,
      loyalty: shared.loyalty,
      reminders: store.reminders,
      soon: () => reminders.soon("coupon"),
      endingsOf: isPushed ? reminders.pointsOf : null,
      onCrawled,
      timeZone: config.business.timeZone,
      clock,
      log,
    });
  return { jobs: [createElectedJob(store.leadership, "ending crawl", crawl)], isRead };
}
