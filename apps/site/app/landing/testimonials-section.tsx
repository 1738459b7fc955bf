import { Link } from 'react-router';
import { MEASUREMENTS } from '../content/measurements.ts';
import { TESTIMONIALS, type Testimonial } from '../content/testimonials.ts';
import { TEXT_LINK } from '../design/text-link.ts';

/** Quotes from users; measurements while there are none. */
export function TestimonialsSection() {
  const hasTestimonials = TESTIMONIALS.length > 0;
  return (
    <section id="testimonials" aria-labelledby="testimonials-title" className="border-line border-t py-16 sm:py-28">
      <div className="column">
        <p className="mb-4 font-semibold text-muted">Testimonials</p>
        <h2 id="testimonials-title" className="max-w-[40rem] font-extrabold text-heading">
          {hasTestimonials ? 'What people say.' : 'The numbers speak first.'}
        </h2>
        <ul className="mt-12 grid gap-x-12 gap-y-12 lg:grid-cols-3">
          {hasTestimonials ? TESTIMONIALS.map(toQuote) : <Measurements />}
        </ul>
      </div>
    </section>
  );
}

function Measurements() {
  return MEASUREMENTS.map(({ id, figure, claim }) => (
    <li key={id} className="flex flex-col items-start border-ink border-t-2 pt-6">
      <p className="font-display font-extrabold text-heading tabular-nums tracking-tight">{figure}</p>
      <p className="mt-4 mb-6 text-balance text-muted">{claim}</p>
      <Link to={{ pathname: '/measurements', hash: id }} className={`mt-auto ${TEXT_LINK}`}>
        How it was measured<span className="sr-only">: {figure}</span>
      </Link>
    </li>
  ));
}

function toQuote({ content, author, role, image }: Testimonial) {
  return (
    <li key={author}>
      <figure className="flex h-full flex-col border-ink border-t-2 pt-6">
        <blockquote className="mb-8 font-display text-title leading-8">“{content}”</blockquote>
        <figcaption className="mt-auto flex items-center gap-3.5">
          <img src={image} alt="" width="48" height="48" loading="lazy" className="size-12 rounded-full" />
          <span>
            <span className="block font-semibold">{author}</span>
            <span className="block text-muted text-note">{role}</span>
          </span>
        </figcaption>
      </figure>
    </li>
  );
}
