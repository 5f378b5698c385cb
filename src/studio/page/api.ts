/** The page's calls to its server. */
import type {
  Account,
  ActionResult,
  ChatView,
  Group,
  Person,
  PhotographableCode,
  UserAction,
  RichMenuView,
  Place,
} from "../server/chat-types.ts";
import type { ClockSetting, ClockState } from "../server/clock-types.ts";
import type { DeliverySummary, Redelivery, Fault, Inspection } from "../server/inspector-types.ts";
import type { ReviewLink } from "../server/review-types.ts";
import type {
  ShopFact,
  ShopOrdersPage,
  ShopPage,
  StatisticsPage,
  UnansweredPage,
} from "../server/statistics-types.ts";
import type {
  StoryChange,
  StoryFaults,
  StoryLanguage,
  StoryList,
  StoryRun,
} from "../server/story-types.ts";
import type {
  GalleryPage,
  RichMenuSample,
  Preview,
  SavedText,
  StudioInfo,
  CatalogueTable,
} from "../server/api-types.ts";
import type { AnswerPreview, AnswersPage } from "../server/answer-types.ts";
import type { DraftView, PublishingOverview } from "../server/draft-types.ts";
import { t } from "./i18n.ts";

/** A first gallery draws every rich menu, which takes a busy machine its time. */
const deadlineMs = 60_000;

/** The server said no, in words that are fit to be shown. */
export class Refusal extends Error {
  status = 0;
}

/** For people. */
export const failureText = (error: unknown): string =>
  error instanceof Refusal ? error.message : t("failure.lost");

/** Whether the session has ended. */
export const isLoggedOut = (error: unknown): boolean =>
  error instanceof Refusal && error.status === 401;

/** @throws {Refusal} when the server says no, something else when it is gone or too slow. */
const call = <T>(path: string, body?: unknown): Promise<T> =>
  body === undefined ? send<T>(path) : send<T>(path, JSON.stringify(body), "application/json");

async function send<T>(path: string, body?: BodyInit, type = ""): Promise<T> {
  const init =
    body === undefined ? {} : { method: "POST", headers: { "content-type": type }, body };
  const response = await fetch(path, { ...init, signal: AbortSignal.timeout(deadlineMs) });
  const answer = await response.json();
  if (response.ok) return answer;
  const refusal = new Refusal(
    answer.message ?? t("failure.status", { status: String(response.status) }),
  );
  refusal.status = response.status;
  throw refusal;
}

/** One part of an address, whatever is in it. */
const part = (text: string) => encodeURIComponent(text.toWellFormed());
const at = ({ account, chatId }: Place) => `${part(account)}/${part(chatId)}`;
const of = (userId: string) => `people/${part(userId)}`;

export interface Everybody {
  accounts: Account[];
  people: Person[];
  groups: Group[];
}

/** What somebody does with a draft; `seen` is what the page shows of it. */
export type DraftRequest =
  | { do: "request_review" | "unschedule" | "discard" }
  | { do: "comment"; text: string }
  | { do: "approve"; version: number }
  | { do: "publish" | "rebase"; seen: SeenDraft }
  /** `local`: in the business's time zone, such as `2026-12-31T09:00`. */
  | { do: "schedule"; seen: SeenDraft; local: string };

type SeenDraft = Pick<DraftView, "version" | "publication">;

export type DeliveryDetails = DeliverySummary & { inspection: Inspection };

export const api = {
  room: () => call<StudioInfo>("room"),
  login: (password: string) => call("login", { password }),
  redeemLink: (link: string) => call("login/link", { link }),
  logout: () => call("logout", {}),
  logoutEverywhere: () => call("logout/everywhere", {}),
  people: () => call<Everybody>("people"),
  chat: (place: Place) => call<{ now: number } & ChatView>(`chats/${at(place)}`),
  menu: (place: Place) => call<{ menu: RichMenuView | null }>(`menus/${at(place)}`),
  menuImage: (account: string, id: string) => `menus/${part(account)}/${part(id)}/image`,
  act: (place: Place, userId: string, action: UserAction) =>
    call<ActionResult>(`chats/${at(place)}/actions?as=${part(userId)}`, action),
  /** @param photo a PNG or JPEG. */
  sendPhoto: (place: Place, userId: string, photo: File) =>
    send<ActionResult>(`chats/${at(place)}/photos?as=${part(userId)}`, photo, photo.type),
  /** What stands on people's screens. */
  codes: () => call<{ codes: PhotographableCode[] }>("codes"),
  setLanguage: (userId: string, language: string) => call(`${of(userId)}/language`, { language }),
  forget: (userId: string) => call(`${of(userId)}/forget`, {}),
  inspections: (place: Place) =>
    call<{ inspections: Inspection[]; faults: Fault[] }>(`inspections/${at(place)}`),
  deliveries: () => call<{ deliveries: DeliverySummary[]; faults: Fault[] }>("deliveries"),
  delivery: (id: string) => call<DeliveryDetails>(`deliveries/${part(id)}`),
  har: (ids: readonly string[]) => call<object>("deliveries/har", { ids }),
  createReviewLink: () => call<ReviewLink>("review-links", {}),
  withdrawReviewLinks: () => call("review-links/withdraw", {}),
  again: (id: string, how: Redelivery) => call(`events/${part(id)}/again`, { how }),
  setFault: (key: string, on: boolean) => call("faults", { key, on }),
  clock: () => call<ClockState>("clock"),
  setClock: (setting: ClockSetting) => call<ClockState>("clock", setting),
  drafts: () => call<PublishingOverview>("drafts"),
  draft: (author: string) => call<DraftView | null>(`drafts/${part(author)}`),
  actOnDraft: (author: string, request: DraftRequest) => call(`drafts/${part(author)}`, request),
  undoPublication: (publication: number) => call("publications/undo", { publication }),
  repliesWith: (author: string, language: string) =>
    call<GalleryPage>(`replies?author=${part(author)}&language=${part(language)}`),
  replies: () => call<GalleryPage>("replies"),
  menus: () => call<{ menus: RichMenuSample[] }>("gallery/menus"),
  galleryMenuImage: (id: string) => `gallery/menus/${part(id)}`,
  statistics: (days: number) => call<StatisticsPage>(`statistics?days=${days}`),
  unanswered: (days: number) => call<UnansweredPage>(`unanswered?days=${days}`),
  shop: (days: number) => call<ShopPage>(`shop?days=${days}`),
  shopOrders: ({ day, staff, member }: NonNullable<ShopFact["orders"]>) =>
    call<ShopOrdersPage>(
      `shop/orders?${new URLSearchParams({ day, staff, ...(member !== null && { member }) }).toString()}`,
    ),
  statisticsCsv: (days: number) => `statistics.csv?days=${days}`,
  catalogues: () => call<CatalogueTable>("catalogues"),
  preview: (language: string, key: string, text: string) =>
    call<Preview>("catalogues/preview", { language, key, text }),
  stories: () => call<StoryList>("stories"),
  /** It gets a name from its title. */
  addStory: (text: string) => call<{ name: string }>("stories", { text }),
  /** @param from what the story was when its editing began; refused where it isn't that any more. */
  saveStory: (name: string, text: string, from: string) => call("stories", { name, text, from }),
  /** @param from the first item; the chat's first one unless given. */
  saveChat: ({ account, chatId }: Place, title: string, from: string | undefined) =>
    call<{ name: string }>("stories/from-chat", { account, chatId, title, from }),
  checkStory: (text: string) => call<StoryFaults>("stories/check", { text }),
  deleteStory: (name: string) => call("stories/delete", { name }),
  /** @param text what is played in place of what was saved. */
  runStory: (name: string, language: StoryLanguage, text?: string) =>
    call<StoryRun>("stories/run", { name, language, text }),
  acceptStory: (name: string, language: StoryLanguage) =>
    call("stories/accept", { name, language }),
  /** @param author whose draft; one's own unless given. */
  compareStories: (author?: string) =>
    call<{ changes: StoryChange[] }>("stories/compare", {
      ...(author !== undefined && { author }),
    }),
  answers: () => call<AnswersPage>("answers"),
  previewAnswer: (name: string, text: string) =>
    call<AnswerPreview>("answers/preview", { name, text }),
  /** @param text JSON; empty = it goes. Null takes it out of the draft. */
  saveAnswer: (name: string, text: string | null) => call<SavedText>("answers", { name, text }),
  saveText: (language: string, key: string, text: string | null) =>
    call<SavedText>("catalogues", { language, key, text }),
};
