/** What stands in the place of something that is still being read from the server, or that couldn't be read. */
import { Button } from "./button.tsx";
import type { Loaded } from "./use-loaded.ts";

export function LoadState({ value, failure, reload }: Loaded<unknown>) {
  if (failure !== undefined) {
    return (
      <p class="placeholder" role="alert">
        Not loaded: {failure}.{" "}
        <Button class="quiet" onClick={() => void reload()}>
          Try again
        </Button>
      </p>
    );
  }
  return value === undefined ? (
    <p class="placeholder loading" role="status">
      Loading…
    </p>
  ) : null;
}
