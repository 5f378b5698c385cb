/** The `/studio` command: sends the sender a link that logs them in to the studio once. */
import { actionOf, marketersAndOwners, type Command } from "../command.ts";
import { text, textReply } from "../staff-views.ts";
import { linkMinutes } from "../studio/links.ts";

export const studio: Command = {
  name: "studio",
  roles: marketersAndOwners,
  parameters: [],
  mutates: true,
  helpKey: "staff.help.studio",
  async run(ctx) {
    const { staffContext, t } = ctx;
    const { studioLinks } = staffContext;
    if (!studioLinks) return textReply(t("staff.studio.off"));
    const url = await studioLinks.create({ ...actionOf(ctx), eventAccount: ctx.account });
    if (url === null) return textReply(t("staff.studio.address"));
    return {
      messages: [text(t("staff.studio.link", { minutes: linkMinutes })), text(url)],
    };
  },
};
