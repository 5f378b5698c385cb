/** Reads something from the server, and keeps what was read while it is read again. */
import { useEffect, useRef, useState } from "preact/hooks";

interface Loaded<T> {
  /** Absent until it was read for the first time. */
  value: T | undefined;
  /** @throws what reading throws. */
  reload(): Promise<void>;
}

/** @param trigger reads again whenever this is another one; `null` doesn't read. */
export function useLoaded<T>(
  read: () => Promise<T>,
  trigger: unknown,
  onError: (error: unknown) => void,
): Loaded<T> {
  const [value, setValue] = useState<T>();
  const newest = useRef(0);
  const reload = async () => {
    const number = (newest.current += 1);
    const answer = await read();
    if (number === newest.current) setValue(answer);
  };
  useEffect(() => {
    if (trigger !== null) reload().catch(onError);
  }, [trigger]);
  return { value, reload };
}
