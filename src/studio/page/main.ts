/** Starts the page and follows its address: the phones, the gallery, or the words. */
import { api, Refusal } from "./api.ts";
import { byId } from "./dom.ts";
import { createGallery, type Gallery } from "./gallery/gallery.ts";
import { logIn } from "./login.ts";
import { createPhones, showLine, type Phones } from "./chat/line-simulator.ts";
import { createSearch } from "./search.ts";
import { createWordsTable, type Words } from "./translations/translations.ts";

const patienceMs = 1500;
const views = ["chat", "gallery", "words"] as const;
type View = (typeof views)[number];

interface Rooms {
  /** Null where there are no phones, or not yet. */
  chat: Phones | null;
  gallery: Gallery;
  words: Words;
}

function show(view: View): void {
  document.body.dataset["view"] = view;
  for (const one of views) {
    const tab = byId(`tab-${one}`, HTMLAnchorElement);
    if (one === view) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  byId("people-nav", HTMLElement).hidden = view !== "chat";
  for (const one of ["gallery", "words"]) {
    byId(one, HTMLElement).hidden = one !== view;
    byId(`${one}-filters`, HTMLElement).hidden = one !== view;
  }
}

/** `#/chat/<chat>[/<account>]`, `#/gallery[/<reply>/<language>/<sample>]`, `#/words[/<key>/<language>]`. */
function asked(hasChat: boolean): { view: View; path: string } {
  const [, name, path = ""] = /^#\/(\w+)\/?(.*)$/.exec(location.hash) ?? [];
  const view = views.find((one) => one === name) ?? "chat";
  return view === "chat" && !hasChat ? { view: "gallery", path: "" } : { view, path };
}

async function follow(rooms: Rooms, hasChat: boolean): Promise<void> {
  const { view, path } = asked(hasChat);
  show(view);
  if (view !== "chat") document.body.classList.remove("chatting");
  await rooms[view]?.open(path);
}

async function start(): Promise<void> {
  const info = await api.room();
  if (!info.open) await logIn();
  const logOut = byId("logout", HTMLButtonElement);
  logOut.hidden = !info.locked;
  logOut.addEventListener("click", () => void api.logout().then(() => location.reload(), lost));
  byId("tab-chat", HTMLElement).hidden = !info.chat;

  const search = createSearch();
  const rooms: Rooms = {
    chat: null,
    gallery: createGallery(search),
    words: createWordsTable(search),
  };
  const go = () => void follow(rooms, info.chat).catch(lostOrLoggedOut);
  addEventListener("hashchange", go);
  go();
  if (!info.chat) {
    showLine(true);
    return;
  }
  // Whoever came for something else doesn't wait for the phones.
  rooms.chat = await createPhones(search, lost, () => showLine(true));
  if (asked(true).view === "chat") go();
}

const lost = () => showLine(false);

/** A stay that is over begins with the password again. */
function lostOrLoggedOut(error: unknown): void {
  if (error instanceof Refusal && error.status === 401) location.reload();
  else lost();
}

function tryToStart(): void {
  start().catch(() => {
    lost();
    setTimeout(tryToStart, patienceMs);
  });
}

tryToStart();
