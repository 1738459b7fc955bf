export type Metadata = Record<string, string>;

/** What a request says of metadata: new values by key, an empty one removes its key, an empty string removes all. */
export type MetadataChange = Metadata | '' | undefined;

/** The metadata after a request. */
export function changeMetadata(metadata: Metadata, change: MetadataChange): Metadata {
  if (change === undefined) return metadata;
  if (change === '') return {};
  return Object.fromEntries(Object.entries({ ...metadata, ...change }).filter(([, value]) => value !== ''));
}
