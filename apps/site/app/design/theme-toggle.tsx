import { Moon, Sun } from 'lucide-react';
import { useTheme } from './theme.ts';

/** Changes between light and dark. */
export function ThemeToggle() {
  const { isDark, setTheme } = useTheme();
  const Sign = isDark ? Sun : Moon;
  return (
    <button
      type="button"
      aria-label={isDark ? 'Use light theme' : 'Use dark theme'}
      className="grid size-11 cursor-pointer place-items-center rounded-full text-muted transition-colors hover:bg-sunken hover:text-ink"
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    >
      <Sign className="size-5" aria-hidden="true" />
    </button>
  );
}
