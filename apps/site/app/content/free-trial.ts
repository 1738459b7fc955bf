/** How much who pays nothing can dictate. A server may be set otherwise; the Overview shows what it says. */
export const TRIAL_ALLOWANCE = '1 hour in any 7 days';

/** What one gets without paying: the landing page's free trial, which an account calls Beta Tester. */
export const TRIAL_SUMMARY = `The free trial: dictate for ${TRIAL_ALLOWANCE}, with every feature. No card needed.`;
