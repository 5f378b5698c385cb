/** The parts that all views are made of: buttons, dialogs, drawings, pictures of people, toasts, code and meters. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { LimitUsage } from "../../line/messages/limit-usage-type.ts";
import { ownNames } from "../../bot/i18n/format.ts";
import type { Language } from "../../config/languages.ts";
import { failureText, isLoggedOut } from "./api.ts";
import { chooseLanguage, isOfChosenLanguage, language, numberText, t } from "./i18n.ts";
import { mediaAddress } from "./sanitize.ts";

interface ButtonProps {
  class: string;
  onClick(): void;
  /** Its name where the content says too little. */
  label?: string | undefined;
  title?: string | undefined;
  /** It keeps the focus, so that who works by keyboard goes on from where they are. */
  disabled?: boolean;
  children?: ComponentChildren;
}

/** A real button, for whatever can be tapped. */
export const Button = ({ label, title, disabled, onClick, children, ...props }: ButtonProps) => (
  <button
    type="button"
    class={props.class}
    aria-label={label}
    title={title}
    aria-disabled={disabled ? "true" : undefined}
    onClick={disabled ? undefined : onClick}
  >
    {children}
  </button>
);

interface SwitchProps {
  label: string;
  isOn: boolean;
  onFlip(): void;
}

/** Stays pressed until it is pressed again. */
export const Switch = ({ label, isOn, onFlip }: SwitchProps) => (
  <button type="button" class="switch" aria-pressed={isOn ? "true" : "false"} onClick={onFlip}>
    {label}
  </button>
);

interface ConfirmedButtonProps {
  /** Of the dialog's element. */
  id: string;
  class?: string;
  label: string;
  question: string;
  /** What can't be undone about it. */
  warning: string;
  confirm: string;
  disabled: boolean;
  onConfirm(): void;
}

/** A button that asks before it does what can't be undone. */
export function ConfirmedButton(props: ConfirmedButtonProps) {
  const { id, label, question, warning, confirm, disabled, onConfirm } = props;
  const [asked, setAsked] = useState<object>();
  return (
    <>
      <Button class={props.class ?? "quiet"} disabled={disabled} onClick={() => setAsked({})}>
        {label}
      </Button>
      {asked && (
        <QuestionDialog
          id={id}
          label={question}
          question={asked}
          confirm={confirm}
          onClose={(isConfirmed) => {
            setAsked(undefined);
            if (isConfirmed) onConfirm();
          }}
        >
          <p>{warning}</p>
        </QuestionDialog>
      )}
    </>
  );
}

interface QuestionDialogProps {
  id: string;
  label: string;
  /** Another question opens the dialog anew. */
  question: object | undefined;
  /** What the button says that goes on. */
  confirm: string;
  onClose(isConfirmed: boolean): void;
  /** The field, with a default value; its id is the dialog's with `-input` behind it. */
  children?: ComponentChildren;
}

/** A dialog with one field, a way out and a way on; open as long as there is a question. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { id, label, question, confirm, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    if (!current || !question) return;
    current.returnValue = "";
    current.querySelector("form")?.reset();
    current.showModal();
  }, [question]);
  const onClosed = () => {
    // The browser tells it later: the dialog may be open again by then.
    if (dialog.current && !dialog.current.open) onClose(dialog.current.returnValue === "ok");
  };
  return (
    <dialog ref={dialog} id={id} class="picker" aria-labelledby={`${id}-label`} onClose={onClosed}>
      <form method="dialog">
        <label id={`${id}-label`} for={`${id}-input`}>
          {label}
        </label>
        {children}
        <div class="picker-buttons">
          <button value="" formnovalidate>
            {t("cancel")}
          </button>
          <button value="ok" class="strong">
            {confirm}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** The few drawings of the page, as SVG that takes the text's color. */
const paths = {
  answer: "M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12.5h5",
  back: "M15 5l-7 7 7 7",
  block: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM6 6l12 12",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  bookmark: "M6 4h12v16l-6-4.5L6 20z",
  calendar: "M5 6h14v14H5zM5 10h14M9 3v5M15 3v5",
  camera: "M4 8h4l2-3h4l2 3h4v11H4zM12 16.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  chart: "M5 20v-8M12 20V4M19 20v-5",
  chat: "M4 5h16v11H10l-4 4v-4H4z",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  delivery: "M4 7.5L12 4l8 3.5v9L12 20l-8-3.5zM4 7.5l8 3.5 8-3.5M12 11v9",
  friend: "M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 20a7 7 0 0 1 13-3.5M18 14v6M15 17h6",
  gallery: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  globe:
    "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3.5 9.5h17M3.5 14.5h17M12 3c3.2 3.4 3.2 14.6 0 18M12 3c-3.2 3.4-3.2 14.6 0 18",
  image: "M4 5h16v14H4zM4 16l5-5 5 5 2-2 4 4M15.5 9.5h.01",
  leave: "M14 4H5v16h9M11 12h10M17.5 8.5L21 12l-3.5 3.5",
  link: "M9 15l6-6M10 7l2-2a4 4 0 0 1 6 6l-2 2M14 17l-2 2a4 4 0 0 1-6-6l2-2",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  pin: "M12 21s7-6.2 7-11a7 7 0 0 0-14 0c0 4.8 7 11 7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  fold: "M7 10l5 5 5-5",
  play: "M8 5.5v13l11-6.5z",
  plus: "M12 5v14M5 12h14",
  publish: "M12 16V4M7 9l5-5 5 5M4 16v4h16v-4",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5",
  send: "M4 12L20 4l-4 16-4.5-6.5zM11.5 13.5L20 4",
  smile: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.5 14a4 4 0 0 0 7 0M9 9.5h.01M15 9.5h.01",
  story:
    "M5 5.5A2.5 2.5 0 0 1 7.5 3H19v18H7.5A2.5 2.5 0 0 1 5 18.5zM5 18.5A2.5 2.5 0 0 1 7.5 16H19M9 7.5h6",
  text: "M5 7V5h14v2M12 5v14M9.5 19h5",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  ticket: "M4 7h16v3.5a1.5 1.5 0 0 0 0 3V17H4v-3.5a1.5 1.5 0 0 0 0-3zM10 7v10",
} as const;

export type IconName = keyof typeof paths;

/** A 24 by 24 line drawing, silent to screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" class={`icon icon-${name}`}>
      <path d={paths[name]} />
    </svg>
  );
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The same name has the same color, always. */
function hue(name: string): number {
  return Array.from(name).reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360,
    7,
  );
}

interface AvatarProps {
  name: string;
  pictureUrl?: string | undefined;
}

/** A round picture, or the first letter of a name on a color of its own. */
export function Avatar({ name, pictureUrl }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const [first] = segmenter.segment(name.trim() || "?");
  const address = mediaAddress(pictureUrl);
  const image =
    address && address !== failed ? (
      <img alt="" referrerpolicy="no-referrer" onError={() => setFailed(address)} src={address} />
    ) : null;
  return (
    <span class="avatar" aria-hidden="true" style={{ "--hue": String(hue(name)) }}>
      {first?.segment ?? "?"}
      {image}
    </span>
  );
}

const shownMs = 3200;
let show: ((text: string) => void) | undefined;

export function toast(text: string): void {
  show?.(text);
}

/** Says why something wasn't done; a session that is over begins with the log-in again. */
export function toastError(error: unknown): void {
  if (isLoggedOut(error)) location.reload();
  else toast(failureText(error));
}

/** A short word at the bottom that goes away by itself. */
export function Toast() {
  const [{ text, isShown }, setToast] = useState({ text: "", isShown: false });
  useEffect(() => {
    let timer: number | undefined;
    show = (next) => {
      setToast({ text: next, isShown: true });
      clearTimeout(timer);
      timer = setTimeout(() => setToast({ text: next, isShown: false }), shownMs);
    };
    return () => clearTimeout(timer);
  }, []);
  return (
    <div id="toast" class={isShown ? "toast shown" : "toast"} role="status">
      {text}
    </div>
  );
}

/** JSON with line breaks; what isn't JSON as it is. */
function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

/** JSON or other text in letters of one width; it scrolls by itself, by keyboard too. */
export const CodeBlock = ({ json, label }: { json: string; label: string }) => (
  <pre class="code" tabindex={0} role="group" aria-label={label}>
    <code>{pretty(json)}</code>
  </pre>
);

/** As the server does: from here on a limit counts as near. */
const near = 0.8;

/** Bytes as people read them; LINE counts 1,000 to a kilobyte. */
export function bytesText(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
}

const amount = ({ unit }: LimitUsage, value: number) =>
  unit === "bytes" ? bytesText(value) : numberText(value);

function Meter(measure: LimitUsage) {
  const { what, used, limit } = measure;
  const share = Math.min(1, used / limit);
  const state = used > limit ? "over" : share >= near ? "near" : "";
  return (
    <li class={`meter ${state}`}>
      <span>{t(`limit.${what}`)}</span>
      <span class="bar" aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </span>
      <span class="amount">
        {t("meter.amount", { used: amount(measure, used), limit: amount(measure, limit) })}
      </span>
    </li>
  );
}

/** Sizes beside LINE's limits, as bars that warn. The fullest first. */
export function Meters({ measures }: { measures: readonly LimitUsage[] }) {
  const sorted = measures.toSorted((a, b) => b.used / b.limit - a.used / a.limit);
  return <ul class="meters">{sorted.map(Meter)}</ul>;
}

/** Chooses the page's language, and has the focus on the page that comes of it, too. */
export function LanguageSelect() {
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    const { current } = select;
    if (!current || !isOfChosenLanguage()) return;
    // On a phone it is behind a button.
    if (!current.checkVisibility()) current.closest<HTMLElement>("[popover]")?.showPopover();
    current.focus();
  }, []);
  return (
    <select
      ref={select}
      class="language-select"
      aria-label={t("language.label")}
      value={language}
      onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as Language)}
    >
      {Object.entries(ownNames).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
