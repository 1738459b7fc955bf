import { track } from '@workspace/contract/tracking';
import { trackingEvents } from '../database/schema.ts';
import type { FeatureContext } from '../http/feature.ts';
import { EventBatches } from './event-batches.ts';

export async function serveTracking({ app, serveCall, services }: FeatureContext): Promise<void> {
  const { clock, database, rateLimits } = services;
  const batches = new EventBatches<typeof trackingEvents.$inferInsert>(async (events) => {
    await database.insert(trackingEvents).values(events);
  });
  app.addHook('onClose', () => batches.flush());

  serveCall(track, async ({ input, request }) => {
    await rateLimits.count('track', 'address', request.ip);
    await batches.add({ ...input.body, receivedAt: clock.now() });
    return { recorded: true as const };
  });
}
