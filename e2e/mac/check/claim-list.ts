/** Every claim about macOS: those that `npm run check:mac` tests, by id, and those that need a person. `-- --list` prints them. */
import { type Claim, Unseen } from './claims.ts';

/** About macOS's functions, tested in this order, in Node and in Electron. */
export const NATIVE_CLAIMS = {
  functions: 'every function exists and can be called',
  'american-keys': 'the layout’s letters and digits can be read by their positions on a US keyboard',
  pasteboard: 'every type of every item is restored byte for byte, and the change count is the one that was reported',
  'key-state': 'the keyboard’s state can be read every 8 ms for 10 s without blocking anything',
  accessibility: 'TextEdit describes its text field, off the main thread',
  caret: 'TextEdit returns the text before and after the caret',
  paste: 'a posted ⌘V inserts the text into TextEdit once, the app sees it arrive, and the pasteboard is restored',
  'flags-after-paste': 'a posted ⌘V leaves no trace in the hardware’s keyboard state',
  typing:
    'where the pasteboard can’t be restored, text typed in events of 20 UTF-16 units arrives in TextEdit complete',
  'return-key': 'Return is pressed once, after the text was seen to arrive',
  'stopped-program': 'with TextEdit stopped, the text is on the clipboard within 5 s, and in the field at most once',
  memory: 'after 20 insertions with a 20 MB picture on the clipboard, the process has grown by no more than 100 MB',
  'secure-keyboard-entry':
    'with Terminal’s Secure Keyboard Entry on, no text is lost: it is inserted, or left on the clipboard and reported so',
} as const;

/** About the packaged app as users get it. */
export const PACKAGE_CLAIMS = {
  architectures: 'one app runs on Apple silicon and on Intel',
  'on-device-files': 'the model, its runtime and their licenses are in Contents/Resources/on-device',
  signature: 'the signature is valid, and Gatekeeper accepts the app as notarized',
} as const;

/** About the whole app, tested in this order, with a sound file as the microphone and on-device recognition. */
export const APP_CLAIMS = {
  start: 'the app starts with a menu bar item, and the frontmost app stays in front',
  dock: 'it has a Dock icon while the settings are open, and none 2 s after they are closed',
  'second-start': 'starting it again opens the settings and adds no second menu bar item',
  'dictation-textedit': 'dictated text appears in TextEdit once, and the HUD never takes the focus',
  'dictation-safari': 'dictated text appears in Safari once, and the HUD never takes the focus',
  'dictation-terminal': 'dictated text appears in Terminal once, and the HUD never takes the focus',
  'main-key-first': 'releasing Space ends the recording while ⌘ and ⇧ are still held, and no space is typed',
  toggle: '⌘⇧T pressed twice: the first phrase appears before the second press, and nothing appears twice',
  'long-hold': 'holding for 30 s makes one recording, and the HUD never flickers',
  'copied-file': 'a file and a picture copied beforehand are still on the clipboard afterwards',
  'send-key': 'the send key F8 ends a dictation into TextEdit with one Return',
  'focus-moved': 'if Safari comes to the front right after the release, nothing is typed there, and the HUD says so',
  'password-field': 'nothing is typed into Safari’s password field, and the HUD says so',
  dvorak: 'after a switch to Dvorak while the app runs, ⌘⇧T follows the position of Dvorak’s T, and text is pasted',
  russian: 'with the Russian layout, which has no V, dictated text appears in TextEdit once',
  hidden: 'after ⌘H in the settings, the HUD still appears and the text is inserted',
  'display-sleep': 'after the display has slept, the chord works at the first press',
  muting: 'other sound is muted while recording, and restored afterwards',
  'microphone-crash': 'the next dictation works after the microphone’s process has crashed',
  'recognizer-crash': 'the whole sentence is inserted even if the recognizer is killed while it is spoken',
  'recognizer-idle': 'the recognizer’s process (about 200 MB) has exited after five minutes without a dictation',
  idle: 'an idle minute takes less than a second of CPU time, and no connection is open',
  'system-log': 'nothing that was said appears in the system log',
  'permission-lost': 'with Accessibility revoked, the text is on the clipboard, and the HUD says so',
  killed: 'within 5 s of kill -9 no process is left, and the app starts again',
  'killed-while-muted': 'after kill -9 while other sound is muted, the next start unmutes it',
  end: 'all of its processes exit within 5 s of being asked to quit',
} as const;

/** What only a person can test. */
export interface ForPeople {
  /** What to do, and what should be seen. */
  says: string;
  /** Why no program can test it. */
  because: string;
  /** It is part of “In twenty minutes” in docs/verification.md. */
  isInTwentyMinutes?: true;
}

const LOOKS = 'it has to be seen';
const QUESTION = 'no program can answer macOS’s prompts';
const HARDWARE = 'hosted Macs have no such device';
const NETWORK = 'it would cut off the hosted Mac';
const OTHERS = 'a third-party app, which needs an account or a license';
const SIGNED = 'it needs the owner’s certificate and two releases';
const KEYCHAIN = 'the Keychain may prompt, and no program can answer';

export const LEFT_TO_PEOPLE: readonly ForPeople[] = [
  {
    says: 'the disk image shows the app and Applications, and the app can be dragged across',
    because: LOOKS,
    isInTwentyMinutes: true,
  },
  {
    says: 'the menu bar icon is legible in light and dark: three bars, solid while listening, dots while working',
    because: LOOKS,
    isInTwentyMinutes: true,
  },
  {
    says: 'onboarding asks for the microphone once, and notices within seconds that Accessibility was allowed',
    because: QUESTION,
    isInTwentyMinutes: true,
  },
  {
    says: 'before Accessibility is allowed, a hold ends when the last key is released',
    because: QUESTION,
    isInTwentyMinutes: true,
  },
  {
    says: 'on a real keyboard, holding the chord causes no beep and types no letters',
    because: HARDWARE,
    isInTwentyMinutes: true,
  },
  {
    says: 'the HUD appears over full-screen apps, on the right screen; clicks pass through it, and clicking its button leaves the frontmost app in front (macOS 27: hosted Macs are older)',
    because: LOOKS,
    isInTwentyMinutes: true,
  },
  {
    says: 'a dictation by a provider while offline: Try again works at the first click once the network is back',
    because: NETWORK,
    isInTwentyMinutes: true,
  },
  {
    says: 'Wi-Fi turned off mid-sentence: this Mac takes over, and each word appears once',
    because: NETWORK,
    isInTwentyMinutes: true,
  },
  {
    says: 'a Bluetooth headset: music keeps its quality, the built-in microphone is used, muting works',
    because: HARDWARE,
    isInTwentyMinutes: true,
  },
  {
    says: 'a USB microphone unplugged: the HUD says so within 3 s, and what was said is inserted',
    because: HARDWARE,
    isInTwentyMinutes: true,
  },
  {
    says: 'the orange dot goes out after each dictation; locking the screen ends the recording, and its text is offered',
    because: 'unlocking the Mac needs its password',
    isInTwentyMinutes: true,
  },
  {
    says: 'Open in Mac App links the account, whether the app is running or gets started by the link',
    because: 'the browser and the app ask for confirmation',
    isInTwentyMinutes: true,
  },
  {
    says: 'an offline dictation shows up in Overview once; after signing out on the site, the HUD says so',
    because: NETWORK,
  },
  {
    says: 'VoiceOver announces each state once; Reduce motion stops gliding animations',
    because: 'it has to be seen and heard',
    isInTwentyMinutes: true,
  },
  {
    says: 'Start at login and System Settings stay in sync, both ways',
    because: 'macOS lists only installed, signed apps',
  },
  {
    says: 'a provider’s key survives a restart, is unreadable in secrets.json, and no prompt shows another app’s name',
    because: KEYCHAIN,
    isInTwentyMinutes: true,
  },
  {
    says: 'right ⌥, Fn and mouse buttons as the hold key: each dictates, and their combinations with other keys still work',
    because: 'programs can’t press them the way hardware does',
  },
  {
    says: 'the same with Accessibility revoked and restored: Shortcuts says so, and the key works again without a restart',
    because: QUESTION,
  },
  {
    says: 'F9 alone as the hold key: each phrase appears while the next is spoken; no beep',
    because: 'it has to be heard',
  },
  {
    says: 'two signed releases: Restart to update waits until the text is inserted; settings, permissions and account are kept',
    because: SIGNED,
  },
  {
    says: 'the app replaced by one with another signature: Self-check explains how to fix the permission',
    because: SIGNED,
  },
  { says: 'the app starts and dictates on macOS 12', because: 'no hosted Mac runs it any more' },
  {
    says: 'with 1Password running, Shortcuts mentions it next to ⌘⇧Space; note which of the two responds',
    because: OTHERS,
  },
  {
    says: 'Slack, Chrome, Discord, VS Code, iTerm2, Notes, Pages, Numbers, Spotlight: the text appears once',
    because: OTHERS,
  },
  { says: 'a single word dictated into Safari’s search field or a Numbers cell gets no full stop', because: OTHERS },
  {
    says: 'a Japanese input source, while composing: the text appears once',
    because: 'composing opens a window of candidates, which has to be seen',
  },
  {
    says: 'the send key presses Return once in Notes and Messages, and not at all where the text was not seen to arrive',
    because: OTHERS,
  },
  { says: 'rules for Slack and Cursor apply: language, Return, line breaks', because: OTHERS },
  { says: 'clipboard managers (Maccy, Raycast) don’t keep dictated text', because: OTHERS },
  {
    says: 'text copied on an iPhone can still be pasted after a dictation, and does not delay a short one',
    because: HARDWARE,
  },
  {
    says: 'macOS 15.4 and later: at most one prompt about the clipboard; Self-check shows the answer',
    because: QUESTION,
  },
  { says: 'after sleeping with its lid closed, the Mac dictates at the first press', because: NETWORK },
  {
    says: 'a display’s volume stays as it is; a device unplugged while muted has sound again when it is plugged back in',
    because: HARDWARE,
  },
  {
    says: 'with the second screen unplugged while it shows the HUD, the HUD moves to the remaining one',
    because: HARDWARE,
  },
  { says: 'a dictation does not delay logging out', because: 'it would end the check' },
  {
    says: 'a proxy set in System Settings, its certificate authority in the Keychain: the first connection succeeds, and the app never hangs',
    because: NETWORK,
  },
  {
    says: 'the Keychain entry deleted while linked: the app asks to sign in again, and for the provider’s key',
    because: KEYCHAIN,
  },
  {
    says: 'Keep the microphone on: the orange dot stays for a minute, and goes out when the screen locks, a headset connects, or the setting is turned off',
    because: LOOKS,
  },
  {
    says: 'with the lid closed and an external display: the HUD says that the built-in microphone gives no sound',
    because: HARDWARE,
  },
  { says: 'a server at 192.168.x.x: macOS asks once; after a refusal, the error says why', because: QUESTION },
  {
    says: 'rules by app: the settings name the apps, and note editors keep line breaks',
    because: OTHERS,
  },
  { says: 'Allow… opens the right list in System Settings, whatever macOS calls it', because: LOOKS },
  { says: 'a real microphone, including a headset’s, opens before the end of the first word', because: HARDWARE },
  {
    says: 'switching from light to dark with the settings open, and Increase contrast: everything is legible, every focus ring visible',
    because: LOOKS,
  },
];

/** The claims of a list, each with its check. */
export function claimsOf<Id extends string>(
  list: Readonly<Record<Id, string>>,
  checks: Readonly<Record<Id, Claim['check']>>,
): Claim[] {
  return (Object.keys(list) as Id[]).map((id) => ({ id, says: list[id], check: checks[id] }));
}

/** The claims of a list that can't be tested here. */
export function untestedClaims(list: Readonly<Record<string, string>>, why: string): Claim[] {
  const check = async () => {
    throw new Unseen(why);
  };
  return Object.entries(list).map(([id, says]) => ({ id, says, check }));
}

/** The whole list as Markdown. */
export function claimListText(): string {
  const tested = [
    ['In Node, and again in Electron', NATIVE_CLAIMS],
    ['The package', PACKAGE_CLAIMS],
    ['The whole app', APP_CLAIMS],
  ] as const;
  const left = LEFT_TO_PEOPLE.map(({ says, because, isInTwentyMinutes }) => {
    return `- ${says} (${because})${isInTwentyMinutes ? ' *' : ''}`;
  });
  return [
    ...tested.flatMap(([title, list]) => [
      `# ${title}`,
      ...Object.entries(list).map(([id, says]) => `- ${id}: ${says}`),
      '',
    ]),
    '# Left to people, and why (*: part of “In twenty minutes” in docs/verification.md)',
    ...left,
  ].join('\n');
}
