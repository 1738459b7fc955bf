import { useEffect, useState } from 'react';
import { refreshUser } from '../account/auth-actions.ts';
import { ApiError } from '../api/api-error.ts';
import { toastFailure } from '../design/toast-failure.ts';
import { leaveTo } from '../navigation.ts';
import { BILLING_MESSAGES } from './billing-messages.ts';
import { findCheckoutPage, findPortalPage } from './checkout.ts';

/** Refreshes the user's plan on mount and on demand, and opens the payment provider's pages. */
export function useBilling() {
  /** ID of the price that is being bought, or 'portal'. */
  const [busy, setBusy] = useState<string>();
  const [isRefreshing, setRefreshing] = useState(false);

  useEffect(() => {
    void refreshUser();
  }, []);

  async function refresh(): Promise<void> {
    setRefreshing(true);
    await refreshUser();
    setRefreshing(false);
  }

  async function upgrade(priceId: string): Promise<void> {
    if (priceId === '') return;
    setBusy(priceId);
    try {
      leaveTo(await findCheckoutPage(priceId));
    } catch (error) {
      toastFailure(error, BILLING_MESSAGES.checkoutFailed);
      // Already bought, in another tab or on another device: refresh, so that the page shows it.
      if (error instanceof ApiError && error.status === 409) await refreshUser();
    } finally {
      setBusy(undefined);
    }
  }

  async function openPortal(): Promise<void> {
    setBusy('portal');
    try {
      leaveTo(await findPortalPage());
    } catch (error) {
      toastFailure(error, BILLING_MESSAGES.portalFailed);
    } finally {
      setBusy(undefined);
    }
  }

  return { busy, upgrade, openPortal, isRefreshing, refresh };
}
