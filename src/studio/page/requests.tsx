/** What the page asks of its server: read and kept, done once at a time, checked while somebody types. */
import { useEffect, useRef, useState } from "preact/hooks";
import { failureText, isLoggedOut } from "./api.ts";
import { t } from "./i18n.ts";
import { Button, toastError } from "./parts.tsx";

export interface Loaded<T> {
  /** Absent until it was read for the first time. */
  value: T | undefined;
  /** Why it couldn't be read, for people; absent where it could, and while it is read again. */
  failure: string | undefined;
  /** Reads it again. Never rejects. */
  reload(): Promise<void>;
}

interface LoadedHere<T> extends Loaded<T> {
  /** Takes a change that the server has sent meanwhile. */
  change(next: (value: T | undefined) => T | undefined): void;
}

/**
 * Reads something from the server, and keeps what was read while it is read again.
 * @param trigger reads again whenever this is another one; `null` doesn't read.
 * @param onLoggedOut called where the session has ended.
 */
export function useLoaded<T>(
  read: () => Promise<T>,
  trigger: unknown,
  onLoggedOut: (error: unknown) => void,
): LoadedHere<T> {
  const [value, setValue] = useState<T>();
  const [failure, setFailure] = useState<string>();
  const newest = useRef(0);
  /** Of the last rendering: who reloads may have begun when something else was shown. */
  const current = useRef(read);
  current.current = read;
  const reload = async () => {
    const number = (newest.current += 1);
    setFailure(undefined);
    try {
      const answer = await current.current();
      if (number === newest.current) setValue(answer);
    } catch (error) {
      if (isLoggedOut(error)) onLoggedOut(error);
      else if (number === newest.current) setFailure(failureText(error));
    }
  };
  useEffect(() => {
    if (trigger !== null) void reload();
  }, [trigger]);
  return { value, failure, reload, change: setValue };
}

/** What stands in the place of something that is still being read from the server, or that couldn't be read. */
export function LoadState({ value, failure, reload }: Loaded<unknown>) {
  if (failure !== undefined) {
    return (
      <p class="placeholder" role="alert">
        {t("loading.failed", { why: failure })}{" "}
        <Button class="quiet" onClick={() => void reload()}>
          {t("loading.again")}
        </Button>
      </p>
    );
  }
  return value === undefined ? (
    <p class="placeholder loading" role="status">
      {t("loading")}
    </p>
  ) : null;
}

/**
 * Does one thing at a time: a second press of a button, while the first is worked on, does nothing.
 * @returns whether something is being done, and what does it: failures are shown.
 */
export function useBusy(): [isBusy: boolean, run: (work: () => Promise<unknown>) => void] {
  const [isBusy, setBusy] = useState(false);
  /** At once, where the state comes with the next rendering. */
  const isRunning = useRef(false);
  const run = (work: () => Promise<unknown>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    void work()
      .catch(toastError)
      .finally(() => {
        isRunning.current = false;
        setBusy(false);
      });
  };
  return [isBusy, run];
}

const typingPauseMs = 150;

/**
 * Asks the server about what is being typed.
 * At once when it is shown first, then whenever the typing pauses.
 * @param take called with the answer, unless something else was typed meanwhile.
 */
export function useWhileTyping<T>(
  typed: string,
  ask: () => Promise<T>,
  take: (answer: T) => void,
): void {
  const isFirst = useRef(true);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      try {
        const answer = await ask();
        if (isCurrent) take(answer);
      } catch (error) {
        toastError(error);
      }
    };
    const timer = setTimeout(() => void load(), isFirst.current ? 0 : typingPauseMs);
    isFirst.current = false;
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [typed]);
}
