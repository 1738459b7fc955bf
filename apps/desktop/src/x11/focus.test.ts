import { describe, expect, test } from 'vitest';
import { targetKindOf } from './focus.ts';

function kindOf(className: string | undefined, instanceName = 'x') {
  return targetKindOf({ id: 1, className, instanceName, pid: undefined });
}

describe('the kind of a window', () => {
  test.each(['XTerm', 'Gnome-terminal', 'org.wezfurlong.wezterm', 'Alacritty'])(
    '%s is a terminal',
    async (className) => {
      expect(await kindOf(className)).toBe('terminal');
    },
  );

  test('is known by the name of the instance too', async () => {
    expect(await kindOf('St', 'st-256color')).toBe('terminal');
  });

  test.each(['Code', 'jetbrains-idea', 'Emacs', 'org.kde.kate'])('is unknown for %s', async (className) => {
    expect(await kindOf(className)).toBe('unknown');
  });

  test.each(['firefox', 'Chromium', 'Xcode', undefined])('%s takes several lines', async (className) => {
    expect(await kindOf(className)).toBe('multi-line');
  });

  test('does not depend on a process that has ended', async () => {
    expect(await targetKindOf({ id: 1, className: 'Mail', instanceName: 'mail', pid: 0x7fff_ffff })).toBe('multi-line');
  });
});
