import { type Clock, sleep } from '@workspace/speech/clock';
import type { Pasteboard, PasteboardItem } from './pasteboard.ts';
import { SNAPSHOT } from './tuning.ts';

/** Marks contents from another of the user's devices: reading them fetches them from there, which takes seconds. */
const REMOTE_TYPE = 'com.apple.is-remote-clipboard';

/** The pasteboard's contents at a change count. */
export interface PasteboardSnapshot {
  changeCount: number;
  items: PasteboardItem[];
  /** Whether that is everything its owner provides. */
  isWhole: boolean;
}

/** Reads the pasteboard as far as `SNAPSHOT` allows. The change count shows if another program writes meanwhile. */
export async function readSnapshot(pasteboard: Pasteboard, clock: Clock): Promise<PasteboardSnapshot> {
  const { changeCount } = pasteboard;
  const types = pasteboard.itemTypes();
  const isRemote = types.some((formats) => formats.includes(REMOTE_TYPE));
  // The system's prompt would appear in the middle of a dictation, and take the focus.
  const isRefused = pasteboard.access === 'refused';
  if (types.length > 0 && (isRemote || isRefused)) return { changeCount, items: [], isWhole: false };
  const items = types.map(() => new Map<string, Uint8Array>());
  const startedAt = clock.now();
  let pausedAt = startedAt;
  let bytes = 0;
  let isWhole = true;
  for (const [index, item] of items.entries()) {
    for (const type of types[index] ?? []) {
      if (clock.now() - pausedAt >= SNAPSHOT.stretchMs) {
        await sleep(clock, 0);
        pausedAt = clock.now();
      }
      const isInTime = clock.now() - startedAt < SNAPSHOT.readMs;
      const data = isInTime ? pasteboard.itemData(index, type) : undefined;
      if (data && bytes + data.length <= SNAPSHOT.bytes) {
        bytes += data.length;
        item.set(type, data);
      } else if (data || !isInTime) {
        isWhole = false;
      }
    }
  }
  return { changeCount, items: items.filter(({ size }) => size > 0), isWhole };
}
