/** Limits of `POST /usage`, for whoever sends and whoever checks. Apart from its schemas, which a page needn't load for them. */
export const MAX_USAGE_ENTRY_SECONDS = 14_400;
export const MAX_USAGE_ENTRIES_PER_REPORT = 500;
