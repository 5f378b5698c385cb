/** What the views of drafts and publications share: what the server has, and what somebody does with it. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { DraftView, PublishingOverview } from "../../server/draft-types.ts";
import { api, failureText, type DraftRequest } from "../api.ts";
import { t } from "../i18n.ts";
import { navigate, type Route } from "../route.ts";
import { toast } from "../parts.tsx";
import { useLoaded, type Loaded } from "../requests.tsx";

export interface PublishingState {
  overview: Loaded<PublishingOverview>;
  /** The draft that the address names; null = there is none. */
  draft: Loaded<DraftView | null>;
  /** Whether something is being done: nothing else is begun meanwhile. */
  isBusy: boolean;
  act(draft: DraftView, request: DraftRequest, done: string): Promise<boolean>;
  undo(publication: number): Promise<void>;
}

/** @param path the author, encoded; an address such as `%` names none. */
async function readDraft(path: string): Promise<DraftView | null> {
  try {
    return await api.draft(decodeURIComponent(path));
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** @param route the page's; everything is read again whenever it is another one of this view. */
export function usePublishing(route: Route, onError: (error: unknown) => void): PublishingState {
  const { view, path } = route;
  const trigger = view === "drafts" ? route : null;
  const overview = useLoaded(api.drafts, trigger, onError);
  const [isBusy, setBusy] = useState(false);
  /** At once, where the state comes with the next rendering. */
  const isRunning = useRef(false);
  const draft = useLoaded(
    async () => ({ path, found: path ? await readDraft(path) : null }),
    trigger,
    onError,
  );

  // Who comes back to the tab sees what others have done meanwhile.
  useEffect(() => {
    if (trigger === null) return;
    const reread = () => {
      if (!isRunning.current) void Promise.all([overview.reload(), draft.reload()]);
    };
    addEventListener("focus", reread);
    return () => removeEventListener("focus", reread);
  }, [trigger]);

  /**
   * Reads everything again, also when the server says no: then something has changed.
   * @param ends whether the draft isn't there any more when it is done.
   */
  async function run(
    work: () => Promise<unknown>,
    { done, ends = false }: { done: string; ends?: boolean },
  ): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    const isDone = await work().then(
      () => true,
      (error: unknown) => {
        toast(failureText(error));
        return false;
      },
    );
    if (isDone) toast(done);
    const isOver = isDone && ends;
    // What is shown until then is how it was before, so that nothing can be done with it.
    await Promise.all([overview.reload(), ...(isOver ? [] : [draft.reload()])]);
    if (isOver) navigate("#/drafts");
    isRunning.current = false;
    setBusy(false);
    return isDone;
  }
  return {
    overview,
    // While another is read, the former one isn't shown in its place.
    draft: { ...draft, value: draft.value?.path === path ? draft.value.found : undefined },
    isBusy,
    act: ({ author }, request, done) =>
      run(() => api.actOnDraft(author, request), {
        done,
        ends: request.do === "publish" || request.do === "discard",
      }),
    undo: async (publication) =>
      void (await run(() => api.undoPublication(publication), {
        done: t("publishing.done.undone"),
      })),
  };
}
