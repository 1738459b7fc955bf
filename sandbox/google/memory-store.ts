import type { Adapter, AdapterPayload } from 'oidc-provider';

/** The maximum number of entries of all kinds; the oldest are dropped first. */
const MOST_ENTRIES = 1000;

/**
 * The provider's in-memory store of codes, tokens and interactions. Sessions are not kept, so that each authorization
 * asks which account to use.
 */
export function createMemoryStore(): (model: string) => Adapter {
  const entries = new Map<string, AdapterPayload>();

  return (model) => {
    const key = (id: string) => `${model}:${id}`;
    return {
      async upsert(id, payload) {
        if (model === 'Session') return;
        entries.delete(key(id));
        entries.set(key(id), payload);
        for (const oldest of entries.keys()) {
          if (entries.size <= MOST_ENTRIES) break;
          entries.delete(oldest);
        }
      },
      async find(id) {
        return entries.get(key(id));
      },
      async findByUid() {
        return undefined;
      },
      async findByUserCode() {
        return undefined;
      },
      async consume(id) {
        const payload = entries.get(key(id));
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        entries.delete(key(id));
      },
      async revokeByGrantId(grantId) {
        for (const [entry, payload] of entries) {
          if (payload.grantId === grantId) entries.delete(entry);
        }
      },
    };
  };
}
