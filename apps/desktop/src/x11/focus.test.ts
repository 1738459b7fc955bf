import { describe, expect, test } from 'vitest';
import { targetKindOf } from './focus.ts';

function kindOf(className: string | undefined, instanceName = 'x') {
  return targetKindOf({ id: 1, className, instanceName, pid: undefined });
}

describe('the kind of a window', () => {
  test.each(['XTerm', 'Gnome-terminal', 'org.wezfurlong.wezterm', 'Alacritty'])(
    'is a terminal for %s',
    async (className) => {
      expect(await kindOf(className)).toBe('terminal');
    },
  );

  test('is also recognized by the instance name', async () => {
    expect(await kindOf('St', 'st-256color')).toBe('terminal');
  });

  test.each(['Code', 'jetbrains-idea', 'Emacs', 'org.kde.kate'])('is unknown for %s', async (className) => {
    expect(await kindOf(className)).toBe('unknown');
  });

  test.each(['firefox', 'Chromium', 'Xcode', undefined])('is multi-line for %s', async (className) => {
    expect(await kindOf(className)).toBe('multi-line');
  });

  test('is still known if the window’s process has ended', async () => {
    expect(await targetKindOf({ id: 1, className: 'Mail', instanceName: 'mail', pid: 0x7fff_ffff })).toBe('multi-line');
  });
});
