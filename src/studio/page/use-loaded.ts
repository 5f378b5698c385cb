/** Reads something from the server, and keeps what was read while it is read again. */
import { useEffect, useRef, useState } from "preact/hooks";
import { failureText, isLoggedOut } from "./api.ts";

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
  const reload = async () => {
    const number = (newest.current += 1);
    setFailure(undefined);
    try {
      const answer = await read();
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
