import { useFocusOnLateArrival } from '../focus-on-arrival.ts';
import { DownloadSection } from './download-section.tsx';
import { FaqSection } from './faq-section.tsx';
import { PricingSection } from './pricing-section.tsx';
import { TestimonialsSection } from './testimonials-section.tsx';

/** The landing page from the pricing section down. */
export default function LowerSections() {
  useFocusOnLateArrival();
  return (
    <>
      <PricingSection />
      <DownloadSection />
      <TestimonialsSection />
      <FaqSection />
    </>
  );
}
