import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

it.each(['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago'])(
  'formats days and months without shifting them, in the time zone %s',
  async (zone) => {
    vi.stubEnv('TZ', zone);
    vi.resetModules();
    const { dayName, monthName, weekdayName } = await import('./period-labels.ts');
    expect(weekdayName('2026-02-01')).toBe('Sun');
    expect(dayName('2026-02-01')).toBe('Sun, Feb 1');
    expect(monthName('2026-02')).toBe('February 2026');
    expect(monthName('2025-12')).toBe('December 2025');
  },
);
