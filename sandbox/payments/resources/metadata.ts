export type Metadata = Record<string, string>;

/** A change of metadata: new values by key (an empty one removes its key), or an empty string, which removes all. */
export type MetadataChange = Metadata | '' | undefined;

/** Applies a change of metadata. */
export function changeMetadata(metadata: Metadata, change: MetadataChange): Metadata {
  if (change === undefined) return metadata;
  if (change === '') return {};
  return Object.fromEntries(Object.entries({ ...metadata, ...change }).filter(([, value]) => value !== ''));
}
