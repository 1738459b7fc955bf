import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { expect, it, vi } from 'vitest';
import { Changes } from './changes.ts';

it('calls the listener once for a burst of changes, and again for later ones until closed', () => {
  const clock = new FakeClock();
  const changes = new Changes(clock);
  const update = vi.fn();
  changes.announce();
  changes.onChange(update);
  for (let count = 0; count < 5; count += 1) changes.announce();
  expect(update).not.toHaveBeenCalled();
  clock.advance(1_000);
  expect(update).toHaveBeenCalledTimes(1);
  changes.announce();
  clock.advance(1_000);
  expect(update).toHaveBeenCalledTimes(2);
  changes.announce();
  changes.close();
  clock.advance(1_000);
  expect(update).toHaveBeenCalledTimes(2);
});
