/** Does one thing at a time: a second press of a button, while the first is worked on, does nothing. */
import { useRef, useState } from "preact/hooks";
import { toastError } from "./toast.tsx";

/** @returns whether something is being done, and what does it: failures are shown. */
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
