import { PRODUCT_NAME } from '@workspace/contract/brand';

/** The title in the browser's tab. */
export function pageTitle(name: string): string {
  return `${name} · ${PRODUCT_NAME}`;
}
