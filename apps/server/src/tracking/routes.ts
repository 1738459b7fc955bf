import { track } from '@workspace/contract/tracking';
import { Batches } from '../database/batches.ts';
import { trackingEvents } from '../database/schema.ts';
import type { FeatureContext } from '../http/feature.ts';

export async function serveTracking({ serveCall, services }: FeatureContext): Promise<void> {
  const { clock, database, rateLimits } = services;
  const recorded = { recorded: true } as const;
  const batches = new Batches(async (events: (typeof trackingEvents.$inferInsert)[]) => {
    await database.insert(trackingEvents).values(events);
    return events.map(() => recorded);
  });

  serveCall(track, async ({ input, request }) => {
    await rateLimits.count('track', 'address', request.ip);
    return batches.add({ ...input.body, receivedAt: clock.now() });
  });
}
