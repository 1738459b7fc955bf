import { useTheme } from './theme.ts';

const SUN =
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4';
const MOON = 'M12 3a6.4 6.4 0 0 0 9 9a9 9 0 1 1-9-9z';

/** Toggles between light and dark. */
export function ThemeToggle() {
  const { isDark, setTheme } = useTheme();
  return (
    <button
      type="button"
      aria-label={isDark ? 'Use light theme' : 'Use dark theme'}
      className="grid size-11 cursor-pointer place-items-center rounded-full text-muted transition-colors hover:bg-sunken hover:text-ink"
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    >
      {/* Inline sun or moon: the public pages load no icon library. */}
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="size-5 fill-none stroke-2 stroke-current"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={isDark ? SUN : MOON} />
      </svg>
    </button>
  );
}
