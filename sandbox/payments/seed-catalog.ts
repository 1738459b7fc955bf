import type { Account } from './account.ts';
import { newLineItem, newPaymentLink, newPrice, newProduct, type PriceFields } from './resources/catalog.ts';

/** The ids of what is sold, apart from the monthly price. */
export const CATALOG = {
  product: 'prod_sandbox_standard',
  licensePrice: 'price_sandbox_license',
  link: 'plink_sandbox_standard',
  otherProduct: 'prod_sandbox_other',
  otherPrice: 'price_sandbox_other',
  otherMonthlyPrice: 'price_sandbox_other_monthly',
  otherLink: 'plink_sandbox_other',
} as const;

/** The paths of the payment links' pages. */
export function linkPaths(paymentLinkPath = '/payments/link/standard') {
  return { [CATALOG.link]: paymentLinkPath, [CATALOG.otherLink]: '/payments/link/other' } as const;
}

/** Seeds the catalog: our product, monthly and once by a payment link, and an unrelated one. */
export function seedCatalog(account: Account): void {
  const { priceId, unitAmount, currency } = account.options;
  const { product, licensePrice, link, otherProduct, otherPrice, otherMonthlyPrice, otherLink } = CATALOG;
  const ours = { product, unitAmount };
  const others = { product: otherProduct, unitAmount: 500 };
  const created = account.now();
  const addPrice = (fields: Omit<PriceFields, 'created' | 'currency'>) =>
    account.add(newPrice({ created, currency, ...fields }));

  account.add(newProduct(product, created, 'Standard', priceId));
  account.add(newProduct(otherProduct, created, 'Something else sold on this account', otherPrice));
  addPrice({ id: priceId, monthly: true, ...ours });
  addPrice({ id: otherMonthlyPrice, monthly: true, ...others });
  addLink(account, link, addPrice({ id: licensePrice, monthly: false, ...ours }));
  addLink(account, otherLink, addPrice({ id: otherPrice, monthly: false, ...others }));
}

function addLink(account: Account, id: keyof ReturnType<typeof linkPaths>, price: ReturnType<typeof newPrice>): void {
  const { publicUrl, siteUrl, paymentLinkPath, currency } = account.options;
  const url = `${publicUrl}${linkPaths(paymentLinkPath)[id]}`;
  account.add(newPaymentLink(id, currency, url, `${siteUrl}/checkout/success?session_id={CHECKOUT_SESSION_ID}`));
  account.lineItems.set(id, [newLineItem(price, account.get('product', price.product).name, 1)]);
}
