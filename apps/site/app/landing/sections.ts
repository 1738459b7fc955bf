/** The parts of the landing page that can be gone to, in their order. */
export const SECTIONS = [
  { id: 'features', title: 'Features' },
  { id: 'pricing', title: 'Pricing' },
  { id: 'download', title: 'Download' },
  { id: 'faq', title: 'FAQ' },
] as const;
