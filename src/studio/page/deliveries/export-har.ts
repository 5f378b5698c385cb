/** Saves what went over the wires for some deliveries as an HTTP archive. */
import { api } from "../api.ts";
import { download } from "../sharing/download.ts";
import { toastError } from "../toast.tsx";

async function save(ids: readonly string[]): Promise<void> {
  const har = await api.har(ids);
  const content = new Blob([JSON.stringify(har, null, 2)], { type: "application/json" });
  download(ids.length === 1 ? `delivery-${ids[0]}.har` : "deliveries.har", content);
}

export const exportHar = (ids: readonly string[]) => void save(ids).catch(toastError);
