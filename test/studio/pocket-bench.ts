/** A workbench that lives in memory, and that a test fills. */
import type {
  Redelivery,
  InspectorChange,
  Fault,
  Inspection,
  Workbench,
} from "../../src/studio/server/inspector-types.ts";
import { account } from "./pocket-phone.ts";

export interface PocketBench extends Workbench {
  /** What was asked for, in order. */
  readonly done: { id: string; how: Redelivery }[];
  readonly forgotten: string[];
  /** Something happened in a chat. */
  note(chatId: string, inspection: Inspection): void;
}

export function pocketBench(): PocketBench {
  const chats = new Map<string, Inspection[]>();
  const watchers = new Set<(change: InspectorChange) => void>();
  const tell = (change: InspectorChange) => watchers.forEach((watcher) => watcher(change));
  const faults: Fault[] = [
    { key: "platform-down", side: "platform", label: "down", on: false },
    { key: "line-500", side: "LINE", label: "500", on: false },
  ];
  const bench: PocketBench = {
    done: [],
    forgotten: [],
    note(chatId, inspection) {
      chats.set(chatId, [...(chats.get(chatId) ?? []), inspection]);
      tell({ type: "inspection", account, chatId, inspection });
    },
    inspections: ({ chatId }) => chats.get(chatId) ?? [],
    again(id, how) {
      bench.done.push({ id, how });
      return Promise.resolve(true);
    },
    faults: () => faults,
    setFault(key, on) {
      const fault = faults.find((one) => one.key === key);
      if (fault) fault.on = on;
      tell({ type: "faults", faults });
      return fault !== undefined;
    },
    forget: (userId) => void bench.forgotten.push(userId),
    watch(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
  };
  return bench;
}
