import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

type Options = Electron.MenuItemConstructorOptions;

/** Mirrors `Menu` as the menu of a `Tray`: built from a template once, opened and closed by its user. */
class SimulatedMenu extends EventEmitter {
  readonly items: readonly Options[];

  constructor(items: readonly Options[]) {
    super();
    this.items = items;
  }

  static buildFromTemplate(template: readonly Options[]): SimulatedMenu {
    for (const { label, role, type, submenu } of template) {
      // As Electron does.
      if (!label && !role && type !== 'separator')
        throw new TypeError('Invalid template for MenuItem: must have label');
      if (type === 'radio' && submenu) throw new TypeError('Invalid submenu');
    }
    return new SimulatedMenu(template);
  }
}

/** Mirrors `NativeImage` as it is for an icon's file. */
class SimulatedImage {
  readonly path: string;
  isTemplate = false;

  constructor(path: string) {
    this.path = path;
  }

  setTemplateImage(isTemplate: boolean): void {
    this.isTemplate = isTemplate;
  }
}

/** Mirrors `Tray` on macOS. As there, nothing may be done with one that is destroyed. */
class SimulatedTray {
  image: SimulatedImage;
  toolTip = '';
  menu: SimulatedMenu | undefined;
  /** How often it was given a menu. */
  menuCount = 0;
  #isDestroyed = false;

  constructor(image: SimulatedImage) {
    this.image = image;
  }

  setImage(image: SimulatedImage): void {
    this.#assertAlive();
    this.image = image;
  }

  setToolTip(toolTip: string): void {
    this.#assertAlive();
    this.toolTip = toolTip;
  }

  setIgnoreDoubleClickEvents(): void {
    this.#assertAlive();
  }

  setContextMenu(menu: SimulatedMenu): void {
    this.#assertAlive();
    this.menu = menu;
    this.menuCount += 1;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  destroy(): void {
    this.#isDestroyed = true;
  }

  #assertAlive(): void {
    if (this.#isDestroyed) throw new Error('Tray is destroyed');
  }
}

/** What a menu-bar item is made of, and the user who opens its menu and chooses from it. */
export class SimulatedMenuBarParts {
  readonly trays: SimulatedTray[] = [];

  get electron(): Pick<typeof Electron, 'Tray' | 'Menu' | 'nativeImage'> {
    const { trays } = this;
    const parts = {
      Tray: class extends SimulatedTray {
        constructor(image: SimulatedImage) {
          super(image);
          trays.push(this);
        }
      },
      Menu: SimulatedMenu,
      nativeImage: { createFromPath: (path: string) => new SimulatedImage(path) },
    };
    return parts as unknown as Pick<typeof Electron, 'Tray' | 'Menu' | 'nativeImage'>;
  }

  get tray(): SimulatedTray {
    const [tray] = this.trays;
    if (!tray) throw new Error('there is no item in the menu bar');
    return tray;
  }

  get items(): readonly Options[] {
    return this.tray.menu?.items ?? [];
  }

  open(): void {
    this.tray.menu?.emit('menu-will-show');
  }

  /** Closes the menu; with an item, by choosing it, which Electron tells of afterwards. */
  close(id?: string): void {
    const { menu } = this.tray;
    const submenus = this.items.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    const item = [...this.items, ...submenus].find((one) => one.id === id);
    menu?.emit('menu-will-close');
    (item?.click as (() => void) | undefined)?.();
  }
}
