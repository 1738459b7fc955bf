/** The landing page's linkable sections, in order. */
export const SECTIONS = [
  { id: 'features', title: 'Features' },
  { id: 'pricing', title: 'Pricing' },
  { id: 'download', title: 'Download' },
  { id: 'faq', title: 'FAQ' },
] as const;
