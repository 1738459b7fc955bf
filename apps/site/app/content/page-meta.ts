import { PRODUCT_NAME } from '@workspace/contract/brand';
import { pageTitle } from '../page-title.ts';
import { siteConfig } from '../site-config.ts';

interface PublicPage {
  /** Without the product's name, which is appended; complete only for the landing page. */
  title: string;
  description: string;
  /** Path of the page, such as `/privacy`. */
  path: string;
}

/** Returns a public page's metadata for search engines and link previews. */
export function publicPageMeta({ title, description, path }: PublicPage) {
  const { siteUrl } = siteConfig;
  const address = `${siteUrl}${path}`;
  const image = `${siteUrl}/share-image.png`;
  const fullTitle = path === '/' ? title : pageTitle(title);
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: PRODUCT_NAME },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `${PRODUCT_NAME}: Hold. Speak. Let go.` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
