/** A line of releases: the systems it runs on, and the feed that offers it. Each is built from its own branch. */
export interface ReleaseLine {
  /** electron-updater's channel: the feed is `<channel>-mac.yml`. */
  channel: 'latest' | 'macos-12';
  /** As in Info.plist. */
  oldestMacos: string;
  /** That macOS's Darwin version: electron-updater compares the feed's `minimumSystemVersion` with `os.release()`. */
  oldestKernel: string;
}

/** Offered to every Mac that it runs on. */
export const CURRENT_LINE = {
  channel: 'latest',
  oldestMacos: '12.0',
  oldestKernel: '21.0.0',
} as const satisfies ReleaseLine;

/** Offered to Macs with macOS 12 once the current line needs more (decision 56). */
export const MACOS_12_LINE = {
  channel: 'macos-12',
  oldestMacos: '12.0',
  oldestKernel: '21.0.0',
} as const satisfies ReleaseLine;

/**
 * The line built from here. This is the switch: the branch for macOS 12 uses `MACOS_12_LINE`.
 *
 * @alias
 */
export const RELEASE_LINE: ReleaseLine = CURRENT_LINE;

const MACOS_12_KERNEL = 21;

/**
 * Returns the channel for a Mac, from its kernel's version (`os.release()`). Until macOS 12 has its own line, both
 * channels offer the same.
 */
export function channelFor(kernel: string): string {
  return (Number.parseInt(kernel, 10) <= MACOS_12_KERNEL ? MACOS_12_LINE : CURRENT_LINE).channel;
}
