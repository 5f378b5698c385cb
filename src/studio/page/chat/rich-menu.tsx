/** The rich menu below the chat: its picture, and the bar that folds it. */
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Action } from "../../../line/messages/message-types.ts";
import type { RichMenuView, Place } from "../../server/chat-types.ts";
import { api } from "../api.ts";
import type { EventStream } from "../event-stream.ts";
import { t } from "../i18n.ts";
import { Icon } from "../parts.tsx";
import { MessageActionsContext } from "../render/actions.tsx";
import { RichMenuPicture } from "../render/imagemap.tsx";

interface RichMenuProps {
  place: Place;
  events: EventStream;
  onError(error: unknown): void;
}

/** A menu that would leave less than this of the phone to the chat and its fields waits to be opened. */
const roomPx = 400;

/** The menu that the person sees; the same object as long as it is the same one. */
function useMenu({ place, events, onError }: RichMenuProps): RichMenuView | null {
  const [menu, setMenu] = useState<RichMenuView | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const answer = await api.menu(place);
      if (isCurrent) setMenu((shown) => (shown?.id === answer.menu?.id ? shown : answer.menu));
    };
    const read = () => void load().catch(onError);
    read();
    const unsubscribe = events.subscribe({
      onOpen: read,
      onChange(change) {
        if (change.type === "menu" && change.account === place.account) read();
      },
    });
    return () => {
      isCurrent = false;
      unsubscribe();
    };
  }, []);
  return menu;
}

export function RichMenu(props: RichMenuProps) {
  const menu = useMenu(props);
  const section = useRef<HTMLElement>(null);
  /** As somebody left it in this chat. */
  const [chosen, setChosen] = useState<boolean>();
  const [hasRoom, setHasRoom] = useState(false);
  useLayoutEffect(() => {
    if (!menu || !section.current) return;
    const needed = (section.current.clientWidth * menu.size.height) / menu.size.width;
    const phone = section.current.closest(".phone")?.clientHeight ?? innerHeight;
    setHasRoom(phone - needed > roomPx);
  }, [menu]);

  const actions = useContext(MessageActionsContext);
  const tap = (action: Action) => {
    actions.tap(action);
    const after = action.type === "postback" ? action.inputOption : undefined;
    if (after === "openKeyboard" || after === "closeRichMenu") setChosen(false);
  };
  if (!menu)
    return <section id="rich-menu" class="rich-menu" aria-label={t("chat.richMenu")} hidden />;
  const isOpen = chosen ?? (menu.selected && hasRoom);
  return (
    <section ref={section} id="rich-menu" class="rich-menu" aria-label={t("chat.richMenu")}>
      <button
        type="button"
        class="rich-menu-bar"
        aria-label={menu.bar}
        aria-controls="rich-menu-picture"
        aria-expanded={isOpen ? "true" : "false"}
        onClick={() => setChosen(!isOpen)}
      >
        <span dir="auto">{menu.bar}</span>
        <Icon name="fold" />
      </button>
      <MessageActionsContext.Provider value={{ ...actions, tap }}>
        <RichMenuPicture
          key={menu.id}
          menu={menu}
          address={api.menuImage(props.place.account, menu.id)}
          id="rich-menu-picture"
          hidden={!isOpen}
        />
      </MessageActionsContext.Provider>
    </section>
  );
}
