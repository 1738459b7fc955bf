// What the product says when something is wrong, from the product's own code.
import { ChordBinder } from '@workspace/desktop/app/hotkeys/chord-binder';
import { saveProblemOf } from '@workspace/desktop/app/storage/json-file';
import { MacPermissions, type MacPermissionsPorts } from '@workspace/desktop/electron/mac-permissions';
import type { Permission } from '@workspace/desktop/ipc/system-messages';
import { sttError } from '@workspace/speech/error-messages';
import type { SttErrorKind } from '@workspace/speech/provider';

export const DISK_FULL = saveProblemOf(Object.assign(new Error(), { code: 'ENOSPC' }));

export const errorOf = (kind: SttErrorKind, host = 'api.openai.com') => sttError(kind, { host, key: '' });

/** Returns the message for a chord that another program has taken. */
export async function takenProblem(chord: string): Promise<string> {
  const hotkeys = { bind: async () => 'taken' } as unknown as ConstructorParameters<typeof ChordBinder>[0];
  const binder = new ChordBinder(hotkeys, 'other', () => {});
  await binder.apply({ hold: chord, send: null, edit: null, toggle: 'F1', cancel: 'F2', pasteLast: 'F3' });
  return binder.problem('hold') ?? '';
}

/**
 * Returns the permissions that a Mac is asked for first: microphone and Accessibility. `microphone`: the status it
 * reports for the microphone.
 */
export async function macPermissions(
  microphone: ReturnType<MacPermissionsPorts['systemPreferences']['getMediaAccessStatus']>,
): Promise<[Permission, Permission]> {
  const mac = {
    systemPreferences: { getMediaAccessStatus: () => microphone, getUserDefault: () => false },
    accessibility: { isTrusted: () => false, isSecureInputOn: () => false },
    pasteboard: { access: 'unasked' },
  };
  const [first, second] = await new MacPermissions(mac as unknown as MacPermissionsPorts).check();
  return [first!, second!];
}
