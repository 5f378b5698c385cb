/** Keeps the images that people sent, by message id, for the bot to load. */
import { LRUCache } from "lru-cache";

const maxImages = 50;

export type Contents = LRUCache<string, Buffer>;

export const createContents = (): Contents => new LRUCache({ max: maxImages });
