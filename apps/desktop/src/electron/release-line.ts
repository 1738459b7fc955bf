/** A line of releases: the systems that its versions run on, and the feed that offers them. Each is built from its own branch. */
export interface ReleaseLine {
  /** Of electron-updater: the feed is `<channel>-mac.yml`. */
  channel: 'latest' | 'macos-12';
  /** As in Info.plist. */
  oldestMacos: string;
  /** The Darwin of that macOS: electron-updater compares the feed's `minimumSystemVersion` with `os.release()`. */
  oldestKernel: string;
}

/** What every Mac is offered that it runs on. */
export const CURRENT_LINE = {
  channel: 'latest',
  oldestMacos: '12.0',
  oldestKernel: '21.0.0',
} as const satisfies ReleaseLine;

/** What Macs with macOS 12 are offered once the current line needs more (decision 56). */
export const MACOS_12_LINE = {
  channel: 'macos-12',
  oldestMacos: '12.0',
  oldestKernel: '21.0.0',
} as const satisfies ReleaseLine;

/**
 * The line that is built from here. This is the switch: the branch for macOS 12 says `MACOS_12_LINE`.
 *
 * @alias
 */
export const RELEASE_LINE: ReleaseLine = CURRENT_LINE;

const MACOS_12_KERNEL = 21;

/** The channel that a Mac asks, by its kernel's version (`os.release()`). Until macOS 12 has its own line, both say the same. */
export function channelFor(kernel: string): string {
  return (Number.parseInt(kernel, 10) <= MACOS_12_KERNEL ? MACOS_12_LINE : CURRENT_LINE).channel;
}
