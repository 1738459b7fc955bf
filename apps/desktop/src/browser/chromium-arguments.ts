import { PRODUCT_NAME } from '@workspace/contract/brand';
import { USER_WINDOW_SIZE } from '../pages/window-sizes.ts';

export interface ChromiumRun {
  /** Folder that it writes to. */
  profile: string;
  /** A WAV file to use instead of the microphone; starts over each time the microphone is opened. */
  fakeMicrophone?: string | undefined;
  /** Whether it runs as root, where its sandbox doesn't work. */
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
  // It talks only to this process.
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
  // No window depends on the user looking at it.
  '--autoplay-policy=no-user-gesture-required',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

/** Returns the arguments, without the program, of the Chromium that shows the windows. They hold no secret. */
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
 * Returns the arguments that make a running Chromium open a page in a separate window without tabs or address bar. The
 * page's profile is discarded when its window is closed.
 */
export function openWindowArguments(run: Pick<ChromiumRun, 'profile' | 'isRoot'>, address: string): string[] {
  return [...profileArguments(run), '--incognito', `--app=${address}`];
}

function profileArguments({ profile, isRoot }: Pick<ChromiumRun, 'profile' | 'isRoot'>): string[] {
  // Without `--test-type`, each window would warn about `--no-sandbox`.
  return [`--user-data-dir=${profile}`, ...(isRoot ? ['--no-sandbox', '--test-type'] : [])];
}

/** Preferences of a new profile: no predictions, nothing that contacts other services, no offers to save anything. */
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
