import { describe, expect, it } from 'vitest';
import { formatMinutePrice, formatPrice, formatSpan, formatSpending } from './prices.ts';

describe('prices', () => {
  it('are shown per minute and per hour, small ones with more digits', () => {
    expect(formatPrice(0.0045)).toBe('US$0.0045 per minute, US$0.27 per hour');
    expect(formatPrice(0.017)).toBe('US$0.017 per minute, US$1.02 per hour');
    expect(formatPrice(0.04 / 60)).toBe('US$0.0007 per minute, US$0.04 per hour');
    expect(formatMinutePrice(0.04 / 60)).toBe('US$0.0007 per minute');
    expect(formatPrice(null)).toBe('The server’s owner sets the price');
  });

  it('add up to a sum that is shown as zero only if it is', () => {
    expect(formatSpending(0, false)).toBe('About US$0.00');
    expect(formatSpending(0.0004, false)).toBe('Less than US$0.01');
    expect(formatSpending(0.0566, false)).toBe('About US$0.06');
    expect(formatSpending(12.3456, false)).toBe('About US$12.35');
  });

  it('are a lower bound if a model’s price isn’t known', () => {
    expect(formatSpending(0.0004, true)).toBe('At least US$0.00');
    expect(formatSpending(12.3456, true)).toBe('At least US$12.35');
  });
});

describe('formatSpan', () => {
  it('shows the two most significant units', () => {
    expect(formatSpan(0)).toBe('0 s');
    expect(formatSpan(59.6)).toBe('1 min 0 s');
    expect(formatSpan(754)).toBe('12 min 34 s');
    expect(formatSpan(40_000)).toBe('11 h 6 min');
  });
});
