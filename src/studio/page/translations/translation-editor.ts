/** One text being edited: how it comes out, what the checker says, and where it is said. */
import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Preview, Text } from "../../server/api-types.ts";
import { api, Refusal } from "../api.ts";
import { Button } from "../button.ts";
import { SampleMessages } from "../gallery/sample-messages.ts";
import { html } from "../html.ts";
import { Icon } from "../icons.ts";
import { toast } from "../toast.ts";

const typingPauseMs = 150;

const reasonOf = (error: unknown, otherwise: string) =>
  error instanceof Refusal ? error.message : otherwise;

/** What the server makes of a text; how it comes out stays while a later one is faulty. */
function usePreview(language: string, key: string, text: string) {
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [preview, setPreview] = useState<Preview>();
  const isFirst = useRef(true);
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      try {
        const answer = await api.preview(language, key, text);
        if (!isCurrent) return;
        setFaults(answer.faults);
        if (answer.faults.length === 0) setPreview(answer);
      } catch (error) {
        toast(reasonOf(error, "The bot can’t be reached"));
      }
    };
    const timer = setTimeout(() => void ask(), isFirst.current ? 0 : typingPauseMs);
    isFirst.current = false;
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return { faults, preview };
}

function PreviewView({ preview, language }: { preview: Preview; language: string }) {
  const { said, reply } = preview;
  return html`
    <p class="said-alone" dir="auto" lang=${language}>${said}</p>
    <p class="faint">${reply ? `As in ${reply.name}, ${reply.sample}:` : "No sample says it."}</p>
    ${
      reply &&
      html`<div class="screen">${h(SampleMessages, { messages: reply.messages, language })}</div>`
    }
  `;
}

interface TranslationEditorProps {
  messageKey: string;
  language: string;
  /** The arguments: name → kind. */
  values: Readonly<Record<string, string>>;
  text: Text;
  /** Whether it can be saved. */
  isEditable: boolean;
  onSaved(): Promise<void>;
  onClose(): void;
}

/** Another text needs another key. */
export function TranslationEditor(props: TranslationEditorProps) {
  const { messageKey, language, values, text, isEditable, onSaved, onClose } = props;
  const [written, setWritten] = useState(text.draft ?? text.published);
  const { faults, preview } = usePreview(language, messageKey, written);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const canSave = isEditable && faults.length === 0;

  async function save(next: string | null): Promise<void> {
    try {
      await api.saveText(language, messageKey, next);
      toast(next === null ? "Ours is said again" : "Saved to the draft");
      await onSaved();
      // The button that was pressed may be gone.
      field.current?.focus();
    } catch (error) {
      toast(reasonOf(error, "Not saved"));
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      onClose();
    } else if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && canSave) {
      event.preventDefault();
      void save(written);
    }
  };
  const names = Object.entries(values).map(([name, kind]) => `{${name}} (${kind})`);
  return html`<section class="words-editor" aria-label="Edit a text" onKeyDown=${onKeyDown}>
    <header class="bench-head">
      <h2>${messageKey} · ${language}</h2>
      ${h(Button, {
        class: "quiet",
        label: "Close",
        onClick: onClose,
        children: h(Icon, { name: "close" }),
      })}
    </header>
    <textarea
      ref=${field}
      rows="5"
      maxlength="5000"
      spellcheck=${false}
      dir="auto"
      lang=${language}
      aria-label="Text"
      value=${written}
      onInput=${(event: InputEvent) =>
        setWritten((event.currentTarget as HTMLTextAreaElement).value)}
    />
    <p class="faint">
      ${names.length > 0 ? `It knows ${names.join(", ")}` : "It has no arguments."}
    </p>
    <div class="complaints" role="status">
      ${faults.map((fault) => html`<p class="fault-text">${fault}</p>`)}
    </div>
    <div class="again">
      ${h(Button, {
        class: "strong",
        disabled: !canSave,
        title: isEditable ? "Ctrl and Enter" : "Set WORDS_DIR first",
        onClick: () => void save(written),
        children: "Save",
      })}
      ${
        text.draft !== undefined &&
        h(Button, {
          class: "quiet",
          onClick: () => void save(null),
          children: "Take ours again",
        })
      }
    </div>
    ${preview && h(PreviewView, { preview, language })}
    <dl class="pairs">
      <dt>Published</dt>
      <dd lang=${language} dir="auto">${text.published}</dd>
      <dt>Ours</dt>
      <dd lang=${language} dir="auto">${text.ours}</dd>
    </dl>
  </section>`;
}
