/** Messages about payments in toasts, on the checkout result page and in the console. */
export const BILLING_MESSAGES = {
  checkoutFailed: {
    title: 'Checkout Error',
    description: 'There was a problem initiating checkout. Please try again.',
  },
  noCheckoutUrl: 'No checkout URL returned',
  portalFailed: {
    title: 'Portal Access Error',
    description: 'Unable to access the billing portal. Please try again later.',
  },
  noPortalUrl: 'No portal URL returned',
  noCheckoutSession: 'Invalid checkout session - no session ID found',
  paymentCheckFailed: 'Failed to verify your payment. Please contact support.',
  paymentStatus: (status: string) => `Payment status: ${status}`,
} as const;
