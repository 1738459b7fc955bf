import { TESTIMONIALS } from '../content/testimonials.ts';

export function TestimonialsSection() {
  const hasSamples = TESTIMONIALS.some(({ isSample }) => isSample);
  return (
    <section id="testimonials" aria-labelledby="testimonials-title" className="border-line border-t py-16 sm:py-28">
      <div className="column">
        <p className="mb-4 font-semibold text-muted">Testimonials</p>
        <h2 id="testimonials-title" className="max-w-[40rem] font-extrabold text-heading">
          What people say, once they have said it.
        </h2>
        {hasSamples && (
          <p className="mt-5 max-w-[40rem] text-lead text-muted">
            These are samples that hold the place. Nobody said them; words of real users will stand here, with their
            leave.
          </p>
        )}
        <ul className="mt-12 grid gap-x-12 gap-y-12 lg:grid-cols-3">
          {TESTIMONIALS.map(({ content, author, role, image, isSample }) => (
            <li key={author}>
              <figure className="flex h-full flex-col border-ink border-t-2 pt-6">
                {isSample && <p className="mb-3 font-semibold text-muted text-note">Sample</p>}
                <blockquote className="mb-8 font-display text-title leading-8">“{content}”</blockquote>
                <figcaption className="mt-auto flex items-center gap-3.5">
                  <img src={image} alt="" width="48" height="48" loading="lazy" className="size-12" />
                  <span>
                    <span className="block font-semibold">{author}</span>
                    <span className="block text-muted text-note">{role}</span>
                  </span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
