/** What a real user said, with leave to quote it. */
export interface Testimonial {
  content: string;
  author: string;
  role: string;
  /** Path of a square picture. */
  image: string;
}

/** Real ones alone. As long as there are none, the landing page shows `MEASUREMENTS` in their place. */
export const TESTIMONIALS: readonly Testimonial[] = [];
