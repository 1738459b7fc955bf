/** Chromium without its own windows, tabs and toolbars, at a third of the cost. */
export const HEADLESS_CHROMIUM = '/usr/bin/chromium-headless-shell';
