import { DemoVideo } from './demo-video.tsx';
import { later } from './later.tsx';

const featureList = later([], () =>
  import('./lower-sections.tsx').then(({ FeatureList }) => ({ default: FeatureList })),
);

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
            There is nothing to open and nothing to paste. You stay in the app you are in, and it listens for as long as
            you hold the key.
          </p>
        </div>
        <div className="mt-12">
          <DemoVideo />
        </div>
        {featureList}
      </div>
    </section>
  );
}
