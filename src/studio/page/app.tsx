/** The whole page: the login first where there is one, and whether the bot can be reached. */
import { useCallback, useEffect, useState } from "preact/hooks";
import type { StudioInfo } from "../server/api-types.ts";
import { api, Refusal } from "./api.ts";
import { LostBanner, Studio } from "./studio.tsx";
import { LinkLogin, Login, ReviewEnded, useLogInLink } from "./login.tsx";

const retryMs = 1500;

/** What the server says of itself; asked for until it answers, and again by who has logged in: they are told more. */
function useInfo(onAnswer: () => void, onError: (error: unknown) => void) {
  const [info, setInfo] = useState<StudioInfo>();
  const ask = useCallback(() => {
    const takeAnswer = (answer: StudioInfo) => {
      setInfo(answer);
      onAnswer();
    };
    api.room().then(takeAnswer, (error: unknown) => {
      onError(error);
      setTimeout(ask, retryMs);
    });
  }, []);
  useEffect(ask, []);
  return { info, onEntered: ask };
}

export function App() {
  const [connection, setConnection] = useState<"opening" | "open" | "lost">("opening");
  const onOpen = useCallback(() => setConnection("open"), []);
  const onError = useCallback((error: unknown) => {
    // A stay that is over begins with the password again.
    if (error instanceof Refusal && error.status === 401) location.reload();
    else setConnection("lost");
  }, []);
  const onAnswer = useCallback(
    () => setConnection((before) => (before === "lost" ? "opening" : before)),
    [],
  );
  const { info, onEntered } = useInfo(onAnswer, onError);
  const isLost = connection === "lost";
  const link = useLogInLink();
  if (info?.open && !link)
    return (
      <Studio
        info={info}
        isLive={connection === "open"}
        isLost={isLost}
        onOpen={onOpen}
        onError={onError}
      />
    );
  return (
    <div class="app" data-view="login">
      <main class="stage">
        <div class="banners">{isLost && <LostBanner />}</div>
        {link ? (
          <LinkLogin link={link} />
        ) : (
          info && (info.review ? <ReviewEnded /> : <Login onEntered={onEntered} />)
        )}
      </main>
    </div>
  );
}
