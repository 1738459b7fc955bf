import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark' | 'system';

const KEY = 'theme';
const PREFERS_DARK = '(prefers-color-scheme: dark)';
const listeners = new Set<() => void>();

/** Returns the stored choice, or `system`. `theme-script.ts` uses the same key and values, before the first paint. */
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
    // Storage is blocked.
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
  // Another tab may have changed it since the first paint.
  showTheme();
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
    preference.removeEventListener('change', listener);
  };
}

/** Returns the chosen theme, whether it is currently dark, and a setter. Persisted, and synchronized across tabs. */
export function useTheme() {
  return {
    theme: useSyncExternalStore(subscribe, readTheme, () => 'system' as const),
    isDark: useSyncExternalStore(subscribe, readIsDark, () => false),
    setTheme,
  };
}
