import { CopyButton } from './copy-button.tsx';

interface ChecksumGuideProps {
  sha256: string;
  fileName: string;
}

/** Explains how to verify the downloaded file against the published checksum. */
export function ChecksumGuide({ sha256, fileName }: ChecksumGuideProps) {
  return (
    <div className="mt-8 border-line border-t pt-6">
      <h3 className="font-semibold">SHA-256 checksum</h3>
      <CopyLine text={sha256} copies="the checksum" />
      <p className="mt-4 text-muted text-note">
        To verify the download, run this command in Terminal. It should print the checksum above.
      </p>
      <CopyLine text={`shasum -a 256 ~/Downloads/${fileName}`} copies="the command" />
    </div>
  );
}

function CopyLine({ text, copies }: { text: string; copies: string }) {
  return (
    <div className="mt-2 flex items-center gap-2 rounded-field bg-sunken py-1 pr-1 pl-4">
      <code className="min-w-0 flex-1 break-all font-mono text-note">{text}</code>
      <CopyButton text={text} copies={copies} />
    </div>
  );
}
