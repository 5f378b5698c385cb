/** A rich menu's picture, with areas that can be tapped. */
import type { Action } from "../../line/messages/message-types.ts";
import type { RichMenuView } from "../server/chat-types.ts";
import { ActionButton } from "./render/action-button.tsx";
import { shareOf } from "./render/imagemap.tsx";

const labelOf = (action: Action): string =>
  action.label ??
  ("displayText" in action ? action.displayText : undefined) ??
  ("text" in action ? action.text : undefined) ??
  "Area";

interface RichMenuPictureProps {
  menu: RichMenuView;
  /** Of the image. */
  address: string;
  id?: string;
  hidden?: boolean;
  lang?: string;
}

export function RichMenuPicture({ menu, address, id, hidden, lang }: RichMenuPictureProps) {
  const { size, areas } = menu;
  return (
    <div
      class="rich-menu-picture"
      id={id}
      hidden={hidden}
      lang={lang}
      style={{ "aspect-ratio": `${size.width} / ${size.height}` }}
    >
      <img alt="" loading="lazy" src={address} />
      {areas.map(({ bounds, action }) => (
        <ActionButton
          class="rich-menu-area"
          action={action}
          label={labelOf(action)}
          style={shareOf(bounds, size)}
        >
          {""}
        </ActionButton>
      ))}
    </div>
  );
}
