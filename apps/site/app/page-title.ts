import { PRODUCT_NAME } from '@workspace/contract/brand';

/** Returns the document title of a page. */
export function pageTitle(name: string): string {
  return `${name} · ${PRODUCT_NAME}`;
}
