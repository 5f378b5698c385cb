/** The banners above every view: what is wrong, what is set, and where an address leads nowhere. */
import type { StudioInfo } from "../server/api-types.ts";
import { ClockBanner } from "./clock/clock-setting.tsx";
import { FaultBanner } from "./inspector/faults.tsx";
import type { View } from "./route.ts";
import type { StudioState } from "./use-studio.ts";

interface BannersProps {
  info: StudioInfo;
  /** Whether the connection to the bot is lost. */
  isLost: boolean;
  state: StudioState;
}

export function Banners({ info, isLost, state }: BannersProps) {
  const { simulator, clock, route, isStale } = state;
  return (
    <div class="banners">
      {isLost && <LostBanner />}
      <FaultBanner faults={simulator.faults} />
      {clock && <ClockBanner clock={clock} />}
      {isStale && <StaleBanner view={route.view} />}
      {info.review && <ReviewBanner {...info.review} />}
    </div>
  );
}

/** Where an address that somebody sent leads nowhere. */
const StaleBanner = ({ view }: { view: View }) => (
  <p class="banner" role="status">
    There is nothing at this address, or not any more.
    <a class="quiet" href={view === "chat" ? "#/" : `#/${view}`}>
      Look around
    </a>
  </p>
);

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });

const ReviewBanner = ({ until }: { until: number | null }) => (
  <p class="banner review" role="status">
    Samples with made-up data, to be looked at
    {until !== null && ` until ${dayFormat.format(until)}`}
  </p>
);

export const LostBanner = () => (
  <p id="banner" class="banner" role="status">
    The bot can’t be reached. Reconnecting…
  </p>
);
