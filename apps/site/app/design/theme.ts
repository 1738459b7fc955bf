import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark' | 'system';

const KEY = 'theme';
const PREFERS_DARK = '(prefers-color-scheme: dark)';
const listeners = new Set<() => void>();

/** What was chosen; `system` follows the computer's setting. Values of `theme-script.ts`, which sets it before the page is drawn. */
function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function readIsDark(): boolean {
  const theme = readTheme();
  return theme === 'system' ? window.matchMedia(PREFERS_DARK).matches : theme === 'dark';
}

function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is forbidden here.
  }
  showTheme();
}

function showTheme(): void {
  const theme = readTheme();
  const page = document.documentElement;
  if (theme === 'system') page.removeAttribute('data-theme');
  else page.setAttribute('data-theme', theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) showTheme();
  };
  const preference = window.matchMedia(PREFERS_DARK);
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  preference.addEventListener('change', listener);
  // Another tab may have changed it since the page was drawn.
  showTheme();
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
    preference.removeEventListener('change', listener);
  };
}

/** The theme that is chosen, whether it is dark now, and how to choose another. Kept over visits, and the same in all tabs. */
export function useTheme() {
  return {
    theme: useSyncExternalStore(subscribe, readTheme, () => 'system' as const),
    isDark: useSyncExternalStore(subscribe, readIsDark, () => false),
    setTheme,
  };
}
