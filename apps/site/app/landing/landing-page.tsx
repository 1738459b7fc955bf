import { PRODUCT_NAME } from '@workspace/contract/brand';
import { publicPageMeta } from '../content/page-meta.ts';
import { FeaturesSection } from './features-section.tsx';
import { Hero } from './hero.tsx';
import { later } from './later.tsx';
import { structuredData } from './structured-data.ts';

const lowerSections = later(['pricing', 'download', 'testimonials', 'faq'], () => import('./lower-sections.tsx'));

const DESCRIPTION = `${PRODUCT_NAME} is push-to-talk dictation for the Mac’s menu bar: hold a key, speak, let go, and your words appear wherever you type. Pay once.`;

export function meta() {
  return [
    ...publicPageMeta({
      title: `${PRODUCT_NAME}: push-to-talk dictation for your Mac`,
      description: DESCRIPTION,
      path: '/',
    }),
    { 'script:ld+json': structuredData(DESCRIPTION) },
  ];
}

export default function LandingPage() {
  return (
    <>
      <Hero />
      <FeaturesSection />
      {lowerSections}
    </>
  );
}
