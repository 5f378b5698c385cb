/** Asks the server about what is being typed. */
import { useEffect, useRef } from "preact/hooks";
import { toastError } from "./toast.tsx";

const typingPauseMs = 150;

/**
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
