import { Card } from './card.tsx';
import { type Theme, useTheme } from './theme.ts';

const CHOICES: { theme: Theme; label: string }[] = [
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
  { theme: 'system', label: 'System' },
];

/** Selects the theme: light, dark, or the system's. */
export function ThemeCard() {
  const { theme: chosen, setTheme } = useTheme();
  return (
    <Card title="Theme">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Theme</legend>
        {CHOICES.map(({ theme, label }) => (
          <label
            key={theme}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-full px-4 shadow-[inset_0_0_0_1.5px_var(--color-edge)] hover:bg-sunken has-checked:bg-sunken has-checked:font-semibold"
          >
            <input
              type="radio"
              name="theme"
              className="accent-signal"
              checked={theme === chosen}
              onChange={() => setTheme(theme)}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </Card>
  );
}
