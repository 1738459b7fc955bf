import { PRODUCT_NAME } from '@workspace/contract/brand';
import { CURRENCY } from '@workspace/contract/currency';
import { siteConfig } from '../site-config.ts';

/** Returns the product's structured data for search engines (schema.org). */
export function structuredData(description: string): object {
  const { siteUrl, standardUnitAmount } = siteConfig;
  return {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: PRODUCT_NAME,
    description,
    url: siteUrl,
    image: `${siteUrl}/share-image.png`,
    applicationCategory: 'UtilitiesApplication',
    operatingSystem: 'macOS 12.0 or later',
    offers: {
      '@type': 'Offer',
      price: (standardUnitAmount / 100).toFixed(2),
      priceCurrency: CURRENCY,
      url: `${siteUrl}/#pricing`,
    },
  };
}
