import { useState } from 'react';
import { toast } from 'sonner';
import { refreshUser } from '../account/auth-actions.ts';
import { ApiError } from '../api/api-error.ts';
import { MESSAGES } from '../api/messages.ts';
import { findCheckoutPage, findPortalPage } from './checkout.ts';

/** The ways to the payment provider's pages. */
export function useBilling() {
  /** The price id that is being bought, or 'portal'. */
  const [busy, setBusy] = useState<string>();

  async function upgrade(priceId: string): Promise<void> {
    if (priceId === '') return;
    setBusy(priceId);
    try {
      window.location.assign(await findCheckoutPage(priceId));
    } catch (error) {
      console.error(error);
      // Bought already, in another tab or on another device.
      if (error instanceof ApiError && error.status === 409) {
        toast.error(MESSAGES.checkoutFailed.title, {
          description: error.errors[0] ?? MESSAGES.checkoutFailed.description,
        });
        await refreshUser();
      } else {
        toast.error(MESSAGES.checkoutFailed.title, { description: MESSAGES.checkoutFailed.description });
      }
    } finally {
      setBusy(undefined);
    }
  }

  async function openPortal(): Promise<void> {
    setBusy('portal');
    try {
      window.location.assign(await findPortalPage());
    } catch (error) {
      console.error(error);
      toast.error(MESSAGES.portalFailed.title, { description: MESSAGES.portalFailed.description });
    } finally {
      setBusy(undefined);
    }
  }

  return { busy, upgrade, openPortal };
}
