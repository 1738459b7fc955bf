import { PRODUCT_NAME } from '@workspace/contract/brand';
import { USER_WINDOW_SIZE } from '../pages/window-sizes.ts';

export interface ChromiumRun {
  /** Where it keeps what it writes. */
  profile: string;
  /** A WAV file in place of the microphone; each opening of the microphone begins it again. */
  fakeMicrophone?: string | undefined;
  /** Whether it runs as root, for whom its sandbox does not work. */
  isRoot: boolean;
}

const SWITCHES = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--noerrdialogs',
  '--ozone-platform=x11',
  '--disable-gpu',
  `--window-size=${USER_WINDOW_SIZE.width},${USER_WINDOW_SIZE.height}`,
  `--class=${PRODUCT_NAME}`,
  // It talks to this process and to nobody else.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--no-proxy-server',
  '--no-pings',
  '--disable-background-networking',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-quic',
  '--disable-sync',
  '--disable-features=AutofillServerCommunication,MediaRouter,OptimizationHints,Translate',
  '--disable-breakpad',
  '--disable-gpu-shader-disk-cache',
  '--password-store=basic',
  // No window waits for the user to look at it.
  '--autoplay-policy=no-user-gesture-required',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

/** The command line of the Chromium that shows the windows, without the program. It holds no secret. */
export function chromiumArguments({ profile, fakeMicrophone, isRoot }: ChromiumRun): string[] {
  return [
    '--remote-debugging-pipe',
    ...SWITCHES,
    ...profileArguments({ profile, isRoot }),
    ...(fakeMicrophone === undefined
      ? []
      : ['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${fakeMicrophone}%noloop`]),
  ];
}

/**
 * The command line that has a running Chromium open a page in a window of its own, without tabs and address. The page's
 * profile is forgotten when its window is closed.
 */
export function openWindowArguments(run: Pick<ChromiumRun, 'profile' | 'isRoot'>, address: string): string[] {
  return [...profileArguments(run), '--incognito', `--app=${address}`];
}

function profileArguments({ profile, isRoot }: Pick<ChromiumRun, 'profile' | 'isRoot'>): string[] {
  // Without the second one each window would warn of the first one.
  return [`--user-data-dir=${profile}`, ...(isRoot ? ['--no-sandbox', '--test-type'] : [])];
}

/** The preferences of a new profile: no guesses, no helpers that ask elsewhere, nothing offered to be kept. */
export const INITIAL_PREFERENCES = {
  autofill: { credit_card_enabled: false, profile_enabled: false },
  browser: { enable_spellchecking: false },
  credentials_enable_service: false,
  net: { network_prediction_options: 2 },
  safebrowsing: { enabled: false },
  search: { suggest_enabled: false },
  spellcheck: { dictionaries: [] },
  translate: { enabled: false },
};
