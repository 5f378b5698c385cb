/** What the views of drafts and publications share: what the server has, and what somebody does with it. */
import { useState } from "preact/hooks";
import type { DraftView, PublishingOverview } from "../../server/draft-types.ts";
import { api, Refusal, type DraftRequest } from "../api.ts";
import { navigate, type Route } from "../route.ts";
import { toast } from "../toast.ts";
import { useLoaded } from "../use-loaded.ts";

export interface PublishingState {
  overview: PublishingOverview | undefined;
  /** The draft that the address names; null = there is none. */
  draft: DraftView | null | undefined;
  /** Whether something is being done: nothing else is begun meanwhile. */
  isBusy: boolean;
  act(draft: DraftView, request: DraftRequest, done: string): Promise<boolean>;
  undo(publication: number): Promise<void>;
}

const readDraft = (author: string) =>
  api.draft(author).catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  });

/** @param route the page's; everything is read again whenever it is another one of this view. */
export function usePublishing(route: Route, onError: (error: unknown) => void): PublishingState {
  const { view, path } = route;
  const trigger = view === "drafts" ? route : null;
  const overview = useLoaded(api.drafts, trigger, onError);
  const [isBusy, setBusy] = useState(false);
  const draft = useLoaded(
    async () => ({ path, found: path ? await readDraft(decodeURIComponent(path)) : null }),
    trigger,
    onError,
  );

  /** Reads everything again, also when the server says no: then something has changed. */
  async function run(work: () => Promise<unknown>, done: string): Promise<boolean> {
    setBusy(true);
    try {
      await work();
      toast(done);
      return true;
    } catch (error) {
      toast(error instanceof Refusal ? error.message : "The bot can’t be reached");
      return false;
    } finally {
      setBusy(false);
      await Promise.all([overview.reload(), draft.reload()]).catch(onError);
    }
  }
  return {
    overview: overview.value,
    // While another is read, the former one isn't shown in its place.
    draft: draft.value?.path === path ? draft.value.found : undefined,
    isBusy,
    async act({ author }, request, done) {
      const isDone = await run(() => api.actOnDraft(author, request), done);
      if (isDone && ["publish", "discard"].includes(request.do)) navigate("#/drafts");
      return isDone;
    },
    undo: async (publication) =>
      void (await run(
        () => api.undoPublication(publication),
        "Members have the texts from before",
      )),
  };
}
