/** A quote from a real user, used with permission. */
export interface Testimonial {
  content: string;
  author: string;
  role: string;
  /** Path of a square image. */
  image: string;
}

/** Real ones only. While there are none, the landing page shows `MEASUREMENTS` instead. */
export const TESTIMONIALS: readonly Testimonial[] = [];
