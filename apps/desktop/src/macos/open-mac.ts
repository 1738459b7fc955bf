import type { Clock } from '@workspace/speech/clock';
import { createMac } from './create-mac.ts';
import type { Mac, OwnField } from './mac.ts';
import { loadNativeFunctions } from './native-koffi.ts';

/** macOS's functions aren't available here. */
export class MacUnavailableError extends Error {
  override readonly name = 'MacUnavailableError';
}

export interface MacOptions {
  clock: Clock;
  /** What has the focus in the app's own windows. */
  ownField(): Promise<OwnField>;
}

/** Opens macOS's functions; call once per process. Rejects with a `MacUnavailableError` if they aren't available. */
export async function openMac({ clock, ownField }: MacOptions): Promise<Mac> {
  if (process.platform !== 'darwin') throw new MacUnavailableError('This needs macOS.');
  try {
    return createMac(await loadNativeFunctions(), { clock, ownPid: process.pid, ownField });
  } catch (error) {
    throw new MacUnavailableError('The functions of macOS could not be loaded.', { cause: error });
  }
}
