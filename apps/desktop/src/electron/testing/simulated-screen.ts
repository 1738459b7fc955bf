import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

/** Screens side by side, and a pointer on one of them. Mirrors Electron's `screen`. */
export class SimulatedScreen extends EventEmitter {
  workAreas: Electron.Rectangle[] = [{ x: 0, y: 25, width: 1440, height: 800 }];
  pointer: Electron.Point = { x: 100, y: 100 };

  get asScreen(): Electron.Screen {
    return this as unknown as Electron.Screen;
  }

  getCursorScreenPoint(): Electron.Point {
    return this.pointer;
  }

  getDisplayNearestPoint({ x }: Electron.Point): Electron.Display {
    const area = this.workAreas.find((screen) => x >= screen.x && x < screen.x + screen.width) ?? this.workAreas[0];
    return { workArea: area } as Electron.Display;
  }
}
