/** LINE's limits of quick replies. */
import { family, url, of, button, reply, quick, item, many, type Limit } from "./samples.ts";

export const quickReplyLimits: Limit[] = [
  [
    "quick reply 13",
    quick(many(13, () => item(reply("a")))),
    quick(many(14, () => item(reply("a")))),
    "/quickReply/items",
  ],
  ["quick reply not empty", quick([item(reply("a"))]), quick([]), "/quickReply/items"],
  [
    "quick reply label 20",
    quick([item(reply(of("a", 20)))]),
    quick([item(reply(of("a", 21)))]),
    "/quickReply/items/0/action/label",
  ],
  [
    "labels count graphemes",
    quick([item(reply(of(family, 20)))]),
    quick([item(reply(of(family, 21)))]),
    "/quickReply/items/0/action/label",
  ],
  [
    "quick reply label needed",
    quick([item(reply("a"))]),
    quick([item({ type: "message", text: "t" })]),
    "/quickReply/items/0/action/label",
  ],
  [
    "quick reply icon https",
    quick([item(reply("a"), { imageUrl: url })]),
    quick([item(reply("a"), { imageUrl: "http://e.co/a" })]),
    "/quickReply/items/0/imageUrl",
  ],
  [
    "no rich menu switch in quick replies",
    quick([item({ type: "camera", label: "c" })]),
    quick([item({ type: "richmenuswitch", label: "c", data: "d", richMenuAliasId: "a" })]),
    "/quickReply/items/0/action/type",
  ],
  [
    "no altUri in quick replies",
    button({ type: "uri", label: "l", uri: url, altUri: { desktop: url } }),
    quick([item({ type: "uri", label: "l", uri: url, altUri: { desktop: url } })]),
    "/quickReply/items/0/action/altUri",
  ],
  [
    "camera in quick replies only",
    quick([item({ type: "location", label: "l" })]),
    button({ type: "camera", label: "c" }),
    "/contents/body/contents/0/action/type",
  ],
];
