/** The free dictation allowance. A server may be configured differently; the Overview shows its actual limit. */
export const TRIAL_ALLOWANCE = '1 hour in any 7 days';

/** Summary of the landing page's free trial, which is called Beta Tester in an account. */
export const TRIAL_SUMMARY = `The free trial: dictate for ${TRIAL_ALLOWANCE}, with every feature. No card needed.`;
