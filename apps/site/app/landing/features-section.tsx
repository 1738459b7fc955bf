import { FEATURE_DETAILS } from '../content/marketing-features.ts';
import { DemoVideo } from './demo-video.tsx';
import { Hotkeys } from './hotkeys.tsx';

export function FeaturesSection() {
  return (
    <section
      id="features"
      aria-labelledby="features-title"
      className="border-line border-t py-16 outline-none sm:py-28"
    >
      <div className="column">
        <p className="mb-4 font-semibold text-muted">Features</p>
        <div className="grid items-end gap-x-14 gap-y-5 lg:grid-cols-2">
          <h2 id="features-title" className="font-extrabold text-heading">
            It types wherever your cursor is.
          </h2>
          <p className="max-w-[34rem] text-lead text-muted">
            Nothing to open, nothing to paste. Stay in the app you are in; it listens for as long as you hold the key.
          </p>
        </div>
        <div className="mt-12">
          <DemoVideo />
        </div>
        <ul className="mt-16 grid gap-x-12 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
          {FEATURE_DETAILS.map(({ title, text }) => (
            <li key={title} className="row-span-2 grid grid-rows-subgrid gap-y-2.5 border-ink border-t-2 pt-5">
              <h3 className="text-title">{title}</h3>
              <p className="text-balance text-muted">{text}</p>
            </li>
          ))}
        </ul>
        <Hotkeys />
      </div>
    </section>
  );
}
