import { PRODUCT_NAME } from '@workspace/contract/brand';

export interface Testimonial {
  content: string;
  author: string;
  role: string;
  /** Path of a square picture. */
  image: string;
  /** Whether nobody said this: it stands here to show the form until somebody has. */
  isSample: boolean;
}

/** SAMPLES, all of them: no real person said any of this. Replace them by real ones, with leave of who said them. */
export const TESTIMONIALS: readonly Testimonial[] = [
  {
    content: 'I hold a key and talk, and the draft is on the page. Editing it is the part that I am good at.',
    author: 'A writer (sample)',
    role: 'Blog and newsletter',
    image: '/samples/writer.svg',
    isSample: true,
  },
  {
    content: 'My prompts grew from one line to one paragraph, and what comes back is right more often.',
    author: 'A developer (sample)',
    role: 'Works with a coding agent',
    image: '/samples/developer.svg',
    isSample: true,
  },
  {
    content: `After a day of mail my wrists used to ache. Now ${PRODUCT_NAME} types and I read it over.`,
    author: 'Somebody with much mail (sample)',
    role: 'Answers all of it',
    image: '/samples/mail.svg',
    isSample: true,
  },
];
