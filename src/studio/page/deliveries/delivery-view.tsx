/** One delivery by itself: what came, what was called because of it, and what was replied. */
import { useEffect } from "preact/hooks";
import { api, Refusal, type DeliveryDetails } from "../api.ts";
import { Button } from "../parts.tsx";
import { chatHash } from "../chat/active-chat.ts";
import type { EventStream } from "../event-stream.ts";
import { InspectionDetails, StatusChip } from "../inspector/inspection-details.tsx";
import { LoadState, useLoaded, type Loaded } from "../requests.tsx";
import { CopyAddress } from "../sharing/copy.tsx";
import { exactTimeText, t } from "../i18n.ts";
import { exportHar } from "./delivery-list.tsx";

interface DeliveryViewProps {
  /** Another one needs another key. */
  id: string;
  events: EventStream;
  onError(error: unknown): void;
}

/** @returns null where it isn't kept. */
const readDelivery = (id: string): Promise<DeliveryDetails | null> =>
  api.delivery(id).catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  });

function useDelivery({ id, events, onError }: DeliveryViewProps): Loaded<DeliveryDetails | null> {
  const loaded = useLoaded(() => readDelivery(id), id, onError);
  useEffect(
    () =>
      events.subscribe({
        onOpen: () => void loaded.reload(),
        onChange(change) {
          if (change.type !== "inspection" || change.delivery.id !== id) return;
          loaded.change(() => ({ ...change.delivery, inspection: change.inspection }));
        },
      }),
    [],
  );
  return loaded;
}

export function DeliveryView(props: DeliveryViewProps) {
  const loading = useDelivery(props);
  const { value: delivery } = loading;
  if (delivery === undefined) return <LoadState {...loading} />;
  if (delivery === null) {
    return (
      <p class="placeholder">
        {t("deliveries.gone")}{" "}
        <a class="permalink" href="#/deliveries">
          {t("deliveries.all")}
        </a>
      </p>
    );
  }
  const { id, who, to, title, at, status, outcome, account, chatId, inspection } = delivery;
  return (
    <article class="delivery-view" aria-label={t("deliveries.named", { title })}>
      <a class="quiet" href="#/deliveries">
        ‹ {t("deliveries.all")}
      </a>
      <h2 dir="auto">{title}</h2>
      <p class="delivery-about">
        <a class="permalink" dir="auto" href={chatHash(chatId, account)}>
          {who}
        </a>
        <span class="faint">{t("deliveries.to", { account: to, time: exactTimeText(at) })}</span>
        <StatusChip status={status} outcome={outcome} />
      </p>
      <InspectionDetails inspection={inspection}>
        <Button class="small" onClick={() => exportHar([id])}>
          {t("deliveries.har")}
        </Button>
        <CopyAddress class="small" />
      </InspectionDetails>
    </article>
  );
}
