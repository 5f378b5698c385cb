/** The one navigation: the views with icons and words, and what is set for all of them. At the left; on a phone a bar at the bottom, with the rest behind "More". */
import { useRef } from "preact/hooks";
import type { StudioInfo } from "../server/api-types.ts";
import { api } from "./api.ts";
import { ClockButton, type DemoClock } from "./clock.tsx";
import { t, zoneName } from "./i18n.ts";
import {
  Button,
  ConfirmedButton,
  Icon,
  LanguageSelect,
  toastError,
  type IconName,
} from "./parts.tsx";
import { viewHash, viewsOf, type View } from "./route.ts";
import { forgetUnsavedTexts } from "./use-unsaved-texts.ts";

const icons: Readonly<Record<View, IconName>> = {
  chat: "chat",
  gallery: "gallery",
  words: "text",
  answers: "answer",
  drafts: "publish",
  stories: "story",
  statistics: "chart",
  deliveries: "delivery",
};

/** As many views have room in the bar of a phone. */
const inBar = 5;

interface NavigationProps {
  info: StudioInfo;
  /** Absent where there is none to set. */
  clock: DemoClock | undefined;
  view: View;
}

export function Navigation({ info, clock, view }: NavigationProps) {
  const more = useRef<HTMLDivElement>(null);
  const shown = viewsOf(info);
  const link = (one: View) => (
    <a
      key={one}
      class="nav-item"
      href={viewHash(one)}
      aria-current={one === view ? "page" : undefined}
      onClick={() => more.current?.hidePopover()}
    >
      <Icon name={icons[one]} />
      <span>{t(`view.${one}`)}</span>
    </a>
  );
  const rest = shown.slice(inBar);
  return (
    <nav class="nav" aria-label={t("nav.label")}>
      <img class="nav-brand" src="icon.svg" alt={t("studio")} width="36" height="36" />
      {shown.slice(0, inBar).map(link)}
      <button
        type="button"
        class={rest.includes(view) ? "nav-item nav-more current" : "nav-item nav-more"}
        popovertarget="nav-rest"
      >
        <Icon name="more" />
        <span>{t("nav.more")}</span>
      </button>
      <div
        ref={more}
        id="nav-rest"
        class="nav-rest"
        popover
        onToggle={({ currentTarget, newState }) => {
          if (newState !== "open" || currentTarget.contains(document.activeElement)) return;
          currentTarget.querySelector<HTMLElement>("a, button")?.focus();
        }}
      >
        {rest.map(link)}
        <div class="nav-settings">
          {clock && <ClockButton clock={clock} />}
          {canLogOut(info) && <LogOut info={info} />}
          <label class="nav-item nav-language">
            <Icon name="globe" />
            <LanguageSelect />
          </label>
          <p class="faint zone-note">{t("zone.note", { zone: zoneName() })}</p>
        </div>
      </div>
    </nav>
  );
}

/** Without a password, the operator hasn't logged in. */
const canLogOut = ({ locked, editor }: StudioInfo) =>
  locked || (editor !== undefined && editor.role !== "operator");

async function leave(end: () => Promise<unknown>): Promise<void> {
  await end();
  forgetUnsavedTexts();
  location.reload();
}

const logOut = (end: () => Promise<unknown>) => void leave(end).catch(toastError);

function LogOut({ info: { editor } }: Pick<NavigationProps, "info">) {
  return (
    <>
      <Button
        class="nav-item"
        title={editor && t("logOut.as", { name: editor.name })}
        onClick={() => logOut(api.logout)}
      >
        <Icon name="leave" />
        <span>{t("logOut")}</span>
      </Button>
      <ConfirmedButton
        id="log-out-everywhere"
        class="nav-item"
        label={t("logOut.everywhere")}
        question={t("logOut.everywhere.question")}
        warning={t("logOut.everywhere.warning")}
        confirm={t("logOut.everywhere.confirm")}
        disabled={false}
        onConfirm={() => logOut(api.logoutEverywhere)}
      />
    </>
  );
}
