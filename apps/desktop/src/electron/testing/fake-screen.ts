import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

/**
 * Screens side by side, and a pointer on one of them. Mirrors Electron's `screen`; names in backticks cite `Screen` in
 * electron.d.ts. Tests emit its events: `display-added`, `display-removed`, `display-metrics-changed`.
 */
export class FakeScreen extends EventEmitter {
  workAreas: Electron.Rectangle[] = [{ x: 0, y: 25, width: 1440, height: 800 }];
  pointer: Electron.Point = { x: 100, y: 100 };

  get asScreen(): Electron.Screen {
    return this as unknown as Electron.Screen;
  }

  /** `getCursorScreenPoint`. */
  getCursorScreenPoint(): Electron.Point {
    return this.pointer;
  }

  /** `getDisplayNearestPoint`: also for a point outside all of them. */
  getDisplayNearestPoint(point: Electron.Point): Electron.Display {
    const [nearest] = this.workAreas.toSorted((one, other) => distanceTo(one, point) - distanceTo(other, point));
    return { workArea: nearest } as Electron.Display;
  }
}

function distanceTo({ x, y, width, height }: Electron.Rectangle, point: Electron.Point): number {
  const beside = Math.max(x - point.x, 0, point.x - (x + width - 1));
  const above = Math.max(y - point.y, 0, point.y - (y + height - 1));
  return Math.hypot(beside, above);
}
