import { PRODUCT_NAME } from '@workspace/contract/brand';
import { type ReactNode, useRef } from 'react';
import { buttonClass } from '../design/button.tsx';
import { LandingSection } from './landing-section.tsx';
import { useLatestRelease } from './latest-release.ts';

export function DownloadSection() {
  const content = useRef<HTMLDivElement>(null);
  const { version, downloadUrl, sha256, isDevelopment } = useLatestRelease(content);
  return (
    <LandingSection
      id="download"
      name="Download"
      title="Try it on your own words."
      lead="Install it, hold the keys, speak. Your first sentence is minutes away."
    >
      <div ref={content}>
        <a href={downloadUrl} className={buttonClass('solid', 'min-h-16 px-9 text-lead')}>
          Download {PRODUCT_NAME} {version}
        </a>
        <p className="mt-4 text-muted">For macOS 12.0 or later</p>
        {isDevelopment && (
          <p className="mt-6 max-w-[38rem] rounded-field bg-sunken px-5 py-4">
            <strong>Development image.</strong> This build shows how the download works. It isn’t signed and doesn’t
            contain the app yet; a signed image replaces it with the first release.
          </p>
        )}
        <dl className="mt-10">
          <Fact name="Latest version">{version}</Fact>
          <Fact name="Runs on">Intel and Apple silicon, macOS 12.0 or later</Fact>
          <Fact name="Required">
            An internet connection and a separate speech-provider API key, such as one from OpenAI or Deepgram.
          </Fact>
          <Fact name="Without them">English still works: your Mac understands it on its own.</Fact>
          <Fact name="SHA-256">
            <code className="block max-w-[32.5ch] select-all break-all font-mono text-note">{sha256}</code>
          </Fact>
        </dl>
      </div>
    </LandingSection>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-1 border-line border-t py-4 sm:grid-cols-[10rem_1fr]">
      <dt className="font-semibold">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
