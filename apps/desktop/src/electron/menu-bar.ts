import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import type * as Electron from 'electron';
import type { MenuBar, MenuBarState } from '../app/platform.ts';
import { formatChord, isLoneKey, parseChord } from '../ipc/chord.ts';
import type { Command } from '../ipc/commands.ts';
import type { Menu, MenuItem } from '../ipc/menu.ts';

type MenuEntry = Menu[number];

/** The item's tooltip, which VoiceOver reads out too. */
const STATE_MESSAGES: Record<MenuBarState, string> = {
  idle: 'ready',
  recording: 'listening',
  busy: 'working',
  trouble: 'needs attention',
};

/** The item in macOS's menu bar. Create once Electron is ready. */
export class ElectronMenuBar implements MenuBar {
  readonly isInWindow = false;
  readonly #parts: Pick<typeof Electron, 'Menu'>;
  readonly #icons: Record<MenuBarState, Electron.NativeImage>;
  readonly #tray: Electron.Tray;
  readonly #listeners = new Set<(command: Command) => void>();
  #state: MenuBarState = 'idle';
  /** The wanted menu, and the one in the menu bar. */
  #menu: Menu = [];
  #installed: Menu | undefined;
  /**
   * How often the menu has reported opening since it was last known to be closed. In Electron, a tray's menu reports
   * the same for its submenus, and reports closing when one of them does; the menu may then still be open, and reports
   * nothing more.
   */
  #openings = 0;

  /** `iconsFolder` holds `idleTemplate.png` and so on, each with its `@2x` beside it. */
  constructor(parts: Pick<typeof Electron, 'Tray' | 'Menu' | 'nativeImage'>, iconsFolder: string) {
    const icon = (state: MenuBarState) => {
      const image = parts.nativeImage.createFromPath(join(iconsFolder, `${state}Template.png`));
      image.setTemplateImage(true);
      return image;
    };
    this.#parts = parts;
    this.#icons = { idle: icon('idle'), recording: icon('recording'), busy: icon('busy'), trouble: icon('trouble') };
    this.#tray = new parts.Tray(this.#icons.idle);
    // Otherwise a quick second click is swallowed.
    this.#tray.setIgnoreDoubleClickEvents(true);
    this.#tray.setToolTip(toolTipOf('idle'));
    // Emitted before the menu opens: by now the previous one is closed.
    this.#tray.on('mouse-down', () => {
      this.#openings = 0;
      this.#install();
    });
  }

  show(state: MenuBarState, menu: Menu): void {
    if (state !== this.#state) {
      this.#state = state;
      this.#tray.setImage(this.#icons[state]);
      this.#tray.setToolTip(toolTipOf(state));
    }
    this.#menu = menu;
    this.#install();
  }

  onChoose(listener: (command: Command) => void): void {
    this.#listeners.add(listener);
  }

  /** Takes the item out of the menu bar. */
  close(): void {
    this.#tray.destroy();
  }

  /** Installs the wanted menu, unless somebody is reading the previous one. */
  #install(): void {
    if (this.#openings > 0 || this.#tray.isDestroyed() || isDeepStrictEqual(this.#menu, this.#installed)) return;
    this.#installed = this.#menu;
    const menu = this.#parts.Menu.buildFromTemplate(this.#menu.map((entry) => this.#optionsOf(entry)));
    menu.on('menu-will-show', () => {
      this.#openings += 1;
    });
    menu.on('menu-will-close', () => {
      if (this.#openings > 1) return;
      this.#openings = 0;
      // The chosen item is reported only after this.
      setImmediate(() => this.#install());
    });
    this.#tray.setContextMenu(menu);
  }

  #optionsOf(entry: MenuEntry): Electron.MenuItemConstructorOptions {
    switch (entry.type) {
      case 'separator':
        return { type: 'separator' };
      case 'label':
        return { label: literal(entry.label), enabled: false };
      case 'submenu':
        return { label: literal(entry.label), submenu: entry.items.map((item) => this.#optionsOf(item)) };
      case 'item':
        return this.#itemOptionsOf(entry);
    }
  }

  #itemOptionsOf({ id, label, enabled, chord, checked }: MenuItem): Electron.MenuItemConstructorOptions {
    const accelerator = chord === null ? undefined : acceleratorOf(chord);
    return {
      id,
      label: literal(label),
      enabled,
      ...(checked !== null && { type: 'radio' as const, checked }),
      // For display only: the hotkeys handle it.
      ...(accelerator !== undefined && { accelerator, registerAccelerator: false }),
      click: () => {
        // Electron moves the check mark itself, even if the app then decides otherwise.
        if (checked !== null) this.#installed = undefined;
        for (const listener of this.#listeners) listener(id);
        this.#openings = 0;
        setImmediate(() => this.#install());
      },
    };
  }
}

function toolTipOf(state: MenuBarState): string {
  return `${PRODUCT_NAME}: ${STATE_MESSAGES[state]}`;
}

/** A single & would be dropped as the marker of an access key. */
function literal(label: string): string {
  return label.replaceAll('&', '&&');
}

/** Converts a chord to Electron's syntax, which has no lone keys. */
function acceleratorOf(written: string): string | undefined {
  const chord = parseChord(written);
  return chord && !isLoneKey(chord.key) ? formatChord(chord) : undefined;
}
