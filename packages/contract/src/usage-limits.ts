/** Limits of `POST /usage`, for sender and server. Apart from its schemas, so that a page needn't load those. */
export const MAX_USAGE_ENTRY_SECONDS = 14_400;
export const MAX_USAGE_ENTRIES_PER_REPORT = 500;
