/** Reads what the page says that a person did. */
import { z } from "zod";
import type { UserAction } from "./chat-types.ts";

const picked = z.union([
  z.strictObject({ date: z.iso.date() }),
  z.strictObject({ time: z.string().regex(/^\d\d:\d\d$/) }),
  z.strictObject({ datetime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/) }),
]);

/** Lengths are LINE's. */
export const userAction = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string().min(1).max(5000) }),
  z.object({
    type: z.literal("postback"),
    data: z.string().max(300),
    displayText: z.string().max(1200).exactOptional(),
    params: picked.exactOptional(),
  }),
  z.object({
    type: z.literal("sticker"),
    packageId: z.string().min(1).max(20),
    stickerId: z.string().min(1).max(20),
  }),
  z.object({ type: z.literal("image"), url: z.string().max(2000).exactOptional() }),
  z.object({
    type: z.literal("location"),
    title: z.string().max(100).exactOptional(),
    address: z.string().max(100).exactOptional(),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  }),
  z.object({ type: z.literal("follow") }),
  z.object({ type: z.literal("unfollow") }),
  z.object({ type: z.literal("join") }),
  z.object({ type: z.literal("leave") }),
  z.object({ type: z.literal("unsend"), messageId: z.string().min(1).max(50) }),
  z.object({
    type: z.literal("edit"),
    messageId: z.string().min(1).max(50),
    text: z.string().min(1).max(5000),
  }),
]) satisfies z.ZodType<UserAction>;
