/** Pictures with areas that can be tapped: imagemaps and rich menus. */
import type {
  Action,
  ImagemapAction,
  ImagemapMessage,
} from "../../../line/messages/message-types.ts";
import type { RichMenuView } from "../../server/chat-types.ts";
import { assertNever } from "../assert-never.ts";
import { t } from "../i18n.ts";
import { ActionButton } from "./actions.tsx";
import { Film, Picture } from "./media.tsx";

type Area = ImagemapAction["area"];

function plainAction(action: ImagemapAction): Action {
  switch (action.type) {
    case "message":
      return { type: "message", text: action.text };
    case "uri":
      return { type: "uri", uri: action.linkUri };
    case "clipboard":
      return { type: "clipboard", clipboardText: action.clipboardText };
    default:
      assertNever(action);
      return { type: "message" };
  }
}

/** An area as shares of the whole. */
const shareOf = (area: Area, { width, height }: { width: number; height: number }) => ({
  left: `${(area.x / width) * 100}%`,
  top: `${(area.y / height) * 100}%`,
  width: `${(area.width / width) * 100}%`,
  height: `${(area.height / height) * 100}%`,
});

export function ImagemapView({ baseUrl, baseSize, altText, video, actions }: ImagemapMessage) {
  const film = video?.area && {
    style: shareOf(video.area, baseSize),
    player: <Film url={video.originalContentUrl} preview={video.previewImageUrl} />,
  };
  return (
    <div class="imagemap" style={{ "aspect-ratio": `${baseSize.width} / ${baseSize.height}` }}>
      <Picture url={`${baseUrl}/1040`} description={altText} />
      {film && (
        <div class="imagemap-video" style={film.style}>
          {film.player}
        </div>
      )}
      {actions.map((action) => (
        <ActionButton
          class="imagemap-area"
          action={plainAction(action)}
          label={action.label ?? altText}
          style={shareOf(action.area, baseSize)}
        >
          {""}
        </ActionButton>
      ))}
    </div>
  );
}

const labelOf = (action: Action): string =>
  action.label ??
  ("displayText" in action ? action.displayText : undefined) ??
  ("text" in action ? action.text : undefined) ??
  t("render.area");

interface RichMenuPictureProps {
  menu: RichMenuView;
  /** Of the image. */
  address: string;
  id?: string;
  hidden?: boolean;
  lang?: string;
}

/** A rich menu's picture, with areas that can be tapped. */
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
