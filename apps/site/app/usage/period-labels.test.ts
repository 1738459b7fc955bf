import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

it.each(['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago'])(
  'names the day and month that was counted, in %s too',
  async (zone) => {
    vi.stubEnv('TZ', zone);
    vi.resetModules();
    const { monthName, weekdayName } = await import('./period-labels.ts');
    expect(weekdayName('2026-02-01')).toBe('Sun');
    expect(monthName('2026-02')).toBe('February');
    expect(monthName('2025-12')).toBe('December');
  },
);
