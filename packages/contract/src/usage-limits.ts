/** Limits of `POST /usage`, for client and server. Kept apart from its schemas, so that pages needn't load those. */
export const MAX_USAGE_ENTRY_SECONDS = 14_400;
export const MAX_USAGE_ENTRIES_PER_REPORT = 500;
