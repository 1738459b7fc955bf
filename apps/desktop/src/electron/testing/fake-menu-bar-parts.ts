import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

type Options = Electron.MenuItemConstructorOptions;

/**
 * Mirrors `Menu` as a `Tray`'s menu: built from a template once, opened and closed by the user. "Source" is Electron's,
 * version 43: `lib/browser/api/menu.ts`, `menu-item.ts` and `shell/browser/ui/cocoa/electron_menu_controller.mm`.
 */
class FakeMenu extends EventEmitter {
  readonly items: readonly Options[];

  constructor(items: readonly Options[]) {
    super();
    this.items = items;
  }

  /** `Menu.buildFromTemplate` in electron.d.ts. What it refuses: source. */
  static buildFromTemplate(template: readonly Options[]): FakeMenu {
    for (const item of template) {
      if (!Object.hasOwn(item, 'label') && !Object.hasOwn(item, 'role') && item.type !== 'separator') {
        throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
      }
      if (Array.isArray(item.submenu)) FakeMenu.buildFromTemplate(item.submenu);
      else if (item.type === 'submenu') throw new Error('Invalid submenu');
    }
    return new FakeMenu(template);
  }
}

/**
 * Mirrors `NativeImage` for an icon's file. `setTemplateImage` in electron.d.ts: macOS colors template images. A
 * missing file gives an empty image, not an error: `createFromPath`, same file.
 */
class FakeImage {
  readonly path: string;
  isTemplate = false;

  constructor(path: string) {
    this.path = path;
  }

  setTemplateImage(isTemplate: boolean): void {
    this.isTemplate = isTemplate;
  }
}

/**
 * Mirrors `Tray` on macOS. Names in backticks cite `Tray` in electron.d.ts. A destroyed one can't be used: Electron's
 * source, `shell/browser/api/electron_api_tray.cc`.
 */
class FakeTray extends EventEmitter {
  image: FakeImage;
  toolTip = '';
  menu: FakeMenu | undefined;
  /** How often its menu was set. */
  menuCount = 0;
  #isDestroyed = false;

  constructor(image: FakeImage) {
    super();
    this.image = image;
  }

  /** `setImage`. */
  setImage(image: FakeImage): void {
    this.#assertAlive();
    this.image = image;
  }

  /** `setToolTip`. */
  setToolTip(toolTip: string): void {
    this.#assertAlive();
    this.toolTip = toolTip;
  }

  /** `setIgnoreDoubleClickEvents`. Nothing here clicks. */
  setIgnoreDoubleClickEvents(): void {
    this.#assertAlive();
  }

  /** `setContextMenu`. */
  setContextMenu(menu: FakeMenu): void {
    this.#assertAlive();
    this.menu = menu;
    this.menuCount += 1;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  /** `destroy`: immediate. */
  destroy(): void {
    this.#isDestroyed = true;
  }

  #assertAlive(): void {
    if (this.#isDestroyed) throw new Error('Tray is destroyed');
  }
}

/** The parts of a menu-bar item, and the user who opens its menu and chooses from it. */
export class FakeMenuBarParts {
  readonly trays: FakeTray[] = [];
  /** The open menu, and whether its events report it as open. */
  #opened: FakeMenu | undefined;
  #isOpen = false;

  get electron(): Pick<typeof Electron, 'Tray' | 'Menu' | 'nativeImage'> {
    const { trays } = this;
    const parts = {
      Tray: class extends FakeTray {
        constructor(image: FakeImage) {
          super(image);
          trays.push(this);
        }
      },
      Menu: FakeMenu,
      nativeImage: { createFromPath: (path: string) => new FakeImage(path) },
    };
    return parts as unknown as Pick<typeof Electron, 'Tray' | 'Menu' | 'nativeImage'>;
  }

  get tray(): FakeTray {
    const [tray] = this.trays;
    if (!tray) throw new Error('there is no item in the menu bar');
    return tray;
  }

  get items(): readonly Options[] {
    return this.tray.menu?.items ?? [];
  }

  /**
   * Opens the menu: `mouse-down` of the tray, then `menu-will-show`. Electron documents the latter only for `popup`;
   * that a tray's menu emits it too, and in this order: source, with `tray_icon_cocoa.mm`.
   */
  open(): void {
    this.tray.emit('mouse-down');
    this.#opened = this.tray.menu;
    this.#emitOpened();
  }

  /** Points at a submenu: the menu emits the event of its own opening (source). */
  openSubmenu(): void {
    this.#emitOpened();
  }

  /** Points elsewhere in the menu: it emits the event of its own closing, though it stays open (source). */
  leaveSubmenu(): void {
    this.#emitClosed();
  }

  /**
   * Closes the menu; with an item, by choosing it, which is reported afterwards (source). If the menu has already
   * reported closing, it doesn't do so again (source).
   */
  close(id?: string): void {
    const items = this.#opened?.items ?? [];
    const submenus = items.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    const item = [...items, ...submenus].find((one) => one.id === id);
    this.#emitClosed();
    // A menu that was replaced while it was open has no target left to notify (source; AppKit/NSMenuItem.h, `target` is weak).
    if (this.#opened === this.tray.menu) (item?.click as (() => void) | undefined)?.();
    this.#opened = undefined;
  }

  #emitOpened(): void {
    this.#isOpen = true;
    this.#opened?.emit('menu-will-show');
  }

  #emitClosed(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#opened?.emit('menu-will-close');
  }
}
