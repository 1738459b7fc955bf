import { PRODUCT_NAME } from '@workspace/contract/brand';
import { publicPageMeta } from '../content/page-meta.ts';
import { DownloadSection } from './download-section.tsx';
import { FaqSection } from './faq-section.tsx';
import { FeaturesSection } from './features-section.tsx';
import { Hero } from './hero.tsx';
import { PricingSection } from './pricing-section.tsx';
import { structuredData } from './structured-data.ts';
import { TestimonialsSection } from './testimonials-section.tsx';

const DESCRIPTION = `${PRODUCT_NAME} is push-to-talk dictation for the Mac’s menu bar: hold a key, speak, let go, and your words stand in whatever field you are in. Pay once.`;

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
      <PricingSection />
      <DownloadSection />
      <TestimonialsSection />
      <FaqSection />
    </>
  );
}
