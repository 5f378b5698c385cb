/** LINE's limits of template messages. */
import {
  apple,
  url,
  of,
  template,
  reply,
  buttons,
  confirm,
  columns,
  many,
  type Limit,
} from "./samples.ts";

export const templateLimits: Limit[] = [
  [
    "template altText 1,500",
    template({ type: "confirm", text: "t", actions: [reply("a"), reply("b")] }, of("a", 1500)),
    template({ type: "confirm", text: "t", actions: [reply("a"), reply("b")] }, of("a", 1501)),
    "/altText",
  ],
  [
    "buttons title 40",
    buttons({ title: of(apple, 40) }),
    buttons({ title: of(apple, 41) }),
    "/template/title",
  ],
  [
    "buttons text 160",
    buttons({ text: of(apple, 160) }),
    buttons({ text: of(apple, 161) }),
    "/template/text",
  ],
  [
    "buttons text 60 beside a title",
    buttons({ title: "t", text: of("a", 60) }),
    buttons({ title: "t", text: of("a", 61) }),
    "/template/text",
  ],
  [
    "buttons text 60 beside an image",
    buttons({ thumbnailImageUrl: url, text: of("a", 60) }),
    buttons({ thumbnailImageUrl: url, text: of("a", 61) }),
    "/template/text",
  ],
  [
    "buttons image https",
    buttons({ thumbnailImageUrl: url }),
    buttons({ thumbnailImageUrl: "http://e.co/a" }),
    "/template/thumbnailImageUrl",
  ],
  [
    "4 buttons",
    buttons({ actions: many(4, () => reply("a")) }),
    buttons({ actions: many(5, () => reply("a")) }),
    "/template/actions",
  ],
  [
    "template label 20",
    buttons({ actions: [reply(of("a", 20))] }),
    buttons({ actions: [reply(of("a", 21))] }),
    "/template/actions/0/label",
  ],
  [
    "confirm text 240",
    confirm({ text: of(apple, 240) }),
    confirm({ text: of(apple, 241) }),
    "/template/text",
  ],
  ["confirm has two", confirm({}), confirm({ actions: [reply("a")] }), "/template/actions"],
  [
    "confirm has only two",
    confirm({}),
    confirm({ actions: many(3, () => reply("a")) }),
    "/template/actions",
  ],
  [
    "10 columns",
    columns(...many(10, () => ({}))),
    columns(...many(11, () => ({}))),
    "/template/columns",
  ],
  [
    "column text 120",
    columns({ text: of(apple, 120) }),
    columns({ text: of(apple, 121) }),
    "/template/columns/0/text",
  ],
  [
    "column text 60 beside a title",
    columns({ title: "t", text: of("a", 60) }),
    columns({ title: "t", text: of("a", 61) }),
    "/template/columns/0/text",
  ],
  [
    "column title 40",
    columns({ title: of("a", 40) }),
    columns({ title: of("a", 41) }),
    "/template/columns/0/title",
  ],
  [
    "3 actions in a column",
    columns({ actions: many(3, () => reply("a")) }),
    columns({ actions: many(4, () => reply("a")) }),
    "/template/columns/0/actions",
  ],
  [
    "as many actions in each column",
    columns({}, {}),
    columns({}, { actions: many(2, () => reply("a")) }),
    "/template/columns/1/actions",
  ],
  [
    "titles in all columns or none",
    columns({ title: "t" }, { title: "t" }),
    columns({ title: "t" }, {}),
    "/template/columns/1/title",
  ],
  [
    "images in all columns or none",
    columns({ thumbnailImageUrl: url }, { thumbnailImageUrl: url }),
    columns({}, { thumbnailImageUrl: url }),
    "/template/columns/1/thumbnailImageUrl",
  ],
  [
    "image carousel 10",
    template({
      type: "image_carousel",
      columns: many(10, () => ({ imageUrl: url, action: reply("a") })),
    }),
    template({
      type: "image_carousel",
      columns: many(11, () => ({ imageUrl: url, action: reply("a") })),
    }),
    "/template/columns",
  ],
  [
    "image carousel label 12",
    template({ type: "image_carousel", columns: [{ imageUrl: url, action: reply(of("a", 12)) }] }),
    template({ type: "image_carousel", columns: [{ imageUrl: url, action: reply(of("a", 13)) }] }),
    "/template/columns/0/action/label",
  ],
];
