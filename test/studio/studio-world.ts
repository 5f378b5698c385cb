/** The studio on a free port with a pocket phone, as a room for tests to walk into. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { createLog } from "../../src/observability/log.ts";
import type { Group, Person } from "../../src/studio/server/chat-types.ts";
import { lookOf } from "../../src/bot/bot.ts";
import { builtInCatalogues } from "../../src/bot/i18n/translate.ts";
import { languages } from "../../src/config/environment-schema.ts";
import { prepare } from "../../src/line/messages/prepare-reply.ts";
import { richMenuRenderer } from "../../src/app/studio.ts";
import { createStudio, type Studio } from "../../src/studio/server/studio.ts";
import { handClock, type HandClock } from "../support/clock.ts";
import { pocketBench, type PocketBench } from "./pocket-bench.ts";
import { pocketPhone, type PocketPhone } from "./pocket-phone.ts";

export const somchai: Person = {
  userId: "U11111111111111111111111111111111",
  displayName: "สมชาย ใจดี",
  language: "th",
  note: "GOLD 1,250 · the happy path",
};
export const hina: Person = {
  userId: "U22222222222222222222222222222222",
  displayName: "田中 陽菜",
  language: "ja",
  note: "GOLD 4,980 · Japanese",
};
export const lin: Person = {
  userId: "U33333333333333333333333333333333",
  displayName: "林 怡君",
  language: "zh-TW",
  note: "GOLD 760 · Traditional Chinese",
};
export const olivia: Person = {
  userId: "U44444444444444444444444444444444",
  displayName: "Olivia Brown",
  language: "en",
  note: "PLATINUM 18,400 · thousands separator",
};

export interface Room extends AsyncDisposable {
  url: string;
  phone: PocketPhone;
  bench: PocketBench;
  studio: Studio;
  clock: HandClock;
  /** Cuts every line and refuses new ones until `open` is called. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

interface RoomOptions {
  groups?: Group[];
  password?: string;
  wordsDir?: string;
  hosts?: string[];
  /** False where real people are on the line. */
  chat?: boolean;
}

export async function enterRoom(
  people: Person[] = [somchai, hina, lin, olivia],
  options: RoomOptions = {},
): Promise<Room> {
  const { groups, password = null, wordsDir = null, hosts = [], chat = true } = options;
  const clock = handClock();
  const phone = pocketPhone(people, () => clock.now(), groups);
  const bench = pocketBench();
  const timeZone = "Asia/Bangkok";
  const surface = {
    brand: {
      name: "Sakura Cafe",
      color: "#B4475F",
      accent: "#B4475F",
      logo: null,
      registerUrl: null,
      contactUrl: null,
    },
    timeZone,
    images: { qr: () => null, barcode: () => null },
    clock,
  };
  const studio = createStudio({
    chat: chat ? { phone, bench } : null,
    samples: {
      languages,
      published: builtInCatalogues,
      wordsDir,
      timeZone,
      look: (words, language) => lookOf(surface, words, language),
      prepare: (messages) => prepare(messages),
    },
    menus: richMenuRenderer(languages, (words, language) => lookOf(surface, words, language)),
    password,
    hosts,
    clock,
    log: createLog("silent"),
  });
  const app = express().use("/studio", studio.router);
  const server = createServer(app);
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const shut = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  const port = await listen(0);
  return {
    url: `http://127.0.0.1:${port}/studio/`,
    phone,
    bench,
    studio,
    clock,
    shut,
    open: async () => void (await listen(port)),
    async [Symbol.asyncDispose]() {
      studio[Symbol.dispose]();
      await shut();
    },
  };
}
