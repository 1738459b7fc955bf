/** Every claim about macOS: those that `npm run check:mac` tries, by id, and those that take a person. `-- --list` prints them. */
import { type Claim, Unseen } from './claims.ts';

/** Of macOS's functions, tried in Node and in Electron. In this order. */
export const NATIVE_CLAIMS = {
  functions: 'every function is there, and answers',
  'american-keys': 'the layout tells its letters and digits by the places of an American keyboard',
  pasteboard: 'every type of every item comes back byte for byte, and the change count is the one that was given',
  'key-state': 'the keyboard’s state can be read every 8 ms for 10 s without holding anything up',
  accessibility: 'TextEdit tells of its field, off the main thread',
  caret: 'TextEdit tells the text before the caret and after it',
  paste: 'the posted ⌘V puts the text into TextEdit once, is seen to, and the pasteboard is the user’s again',
  'flags-after-paste': 'the hardware’s state does not know of the ⌘V that was posted',
  typing: 'where the pasteboard can’t be given back, a text typed in events of 20 units is in TextEdit whole',
  'return-key': 'Return is pressed once behind a text that was seen to arrive',
  'stopped-program': 'a text for a stopped TextEdit is on the clipboard within 5 s, and in the field at most once',
  memory: 'after 20 texts over a picture of 20 MB the process is no more than 100 MB larger',
  'secure-keyboard-entry':
    'with Terminal’s Secure Keyboard Entry no text is lost: it comes, or waits on the clipboard and is told to',
} as const;

/** Of the packed app as users get it. */
export const PACKAGE_CLAIMS = {
  architectures: 'one app for Apple silicon and for Intel',
  'on-device-files': 'the model, its runtime and their licenses lie in Contents/Resources/on-device',
  signature: 'the signature is whole, and Gatekeeper takes the app for notarized',
} as const;

/** Of the whole app, with a sound file as the microphone and recognition on the Mac itself. In this order. */
export const APP_CLAIMS = {
  start: 'the app starts with an item in the menu bar, and leaves whoever is in front there',
  dock: 'it has a place in the Dock while the settings are open, and none 2 s after they are closed',
  'second-start': 'started twice, it has one item in the menu bar, and shows its settings',
  'dictation-textedit': 'what is spoken is in TextEdit once, and the HUD never has the focus',
  'dictation-safari': 'what is spoken is in Safari once, and the HUD never has the focus',
  'dictation-terminal': 'what is spoken is in Terminal once, and the HUD never has the focus',
  'main-key-first': 'the recording ends with Space while ⌘ and ⇧ are still held, and no space is typed',
  toggle: '⌘⇧T twice: the first phrase is there before the second press, and nothing comes twice',
  'long-hold': 'held for 30 s, it is one recording, and the HUD never flickers',
  'copied-file': 'a file and a picture that were copied before are on the clipboard afterwards',
  'send-key': 'the send key F8 ends the sentence in TextEdit with one Return',
  'focus-moved': 'with Safari in front right after the release, nothing is typed there, and the HUD tells',
  'password-field': 'nothing is typed into Safari’s password field, and the HUD says so',
  dvorak: 'with Dvorak chosen while the app runs, ⌘⇧T is at the place of its T, and text is pasted',
  russian: 'with Russian chosen, whose keys write no v, what is spoken is in TextEdit once',
  hidden: 'after ⌘H on the settings the HUD shows, and the text comes',
  'display-sleep': 'after the display has slept the chord works at the first press',
  muting: 'other sound is muted while recording, and is as before afterwards',
  'microphone-crash': 'after the microphone’s process has crashed the next dictation works',
  'recognizer-crash': 'the sentence comes whole although the recognizer is killed while it is spoken',
  'recognizer-idle': 'the recognizer’s process, of about 200 MB, is gone after five minutes without a dictation',
  idle: 'a minute of rest takes less than a second of the processor, and there is no connection',
  'system-log': 'nothing that was said is in the system’s log',
  'permission-lost': 'with Accessibility taken away the text is on the clipboard, and the HUD tells',
  killed: 'after kill -9 no process is left within 5 s, and the app starts again',
  'killed-while-muted': 'after kill -9 while other sound is muted, it is unmuted at the next start',
  end: 'told to end, all of its processes are gone within 5 s',
} as const;

/** What only a person can try. */
export interface ForPeople {
  /** What is done, and what is to be seen. */
  says: string;
  /** Why no program can try it. */
  because: string;
  /** It is a part of the twenty minutes in docs/verification.md. */
  isInTwentyMinutes?: true;
}

const LOOKS = 'it takes eyes';
const QUESTION = 'macOS lets no program answer its questions';
const HARDWARE = 'hosted Macs have no such device';
const NETWORK = 'it would cut the hosted Mac off';
const OTHERS = 'another maker’s program, with an account or a licence';
const SIGNED = 'it takes the owner’s certificate and two releases';
const KEYCHAIN = 'the Keychain may ask, and lets no program answer';

export const LEFT_TO_PEOPLE: readonly ForPeople[] = [
  {
    says: 'the disk image shows the app and Applications, and the app can be dragged over',
    because: LOOKS,
    isInTwentyMinutes: true,
  },
  {
    says: 'the menu bar’s icon is clear in light and dark: three bars, solid while it listens, dots while it works',
    because: LOOKS,
    isInTwentyMinutes: true,
  },
  {
    says: 'onboarding asks for the microphone once, and sees Accessibility within seconds of its being allowed',
    because: QUESTION,
    isInTwentyMinutes: true,
  },
  { says: 'before Accessibility is allowed a hold ends with the last key', because: QUESTION, isInTwentyMinutes: true },
  {
    says: 'a real keyboard: keys held with real fingers, no beep, no letters',
    because: HARDWARE,
    isInTwentyMinutes: true,
  },
  {
    says: 'the HUD stands over full-screen apps, on the right screen; clicks go through it, and one on its button leaves the program in front where it is (macOS 27: hosted Macs are older)',
    because: LOOKS,
    isInTwentyMinutes: true,
  },
  {
    says: 'a dictation without a network, by a provider: Try again works at the first click once it is back',
    because: NETWORK,
    isInTwentyMinutes: true,
  },
  {
    says: 'Wi-Fi off in the middle of a sentence: this Mac takes over, each word once',
    because: NETWORK,
    isInTwentyMinutes: true,
  },
  {
    says: 'a Bluetooth headset: the music keeps its sound, the built-in microphone is used, muting works',
    because: HARDWARE,
    isInTwentyMinutes: true,
  },
  {
    says: 'a USB microphone pulled out: the HUD says so within 3 s, what was said is inserted',
    because: HARDWARE,
    isInTwentyMinutes: true,
  },
  {
    says: 'the orange dot goes out with each dictation; locked screen: the recording has ended, its text is offered',
    because: 'a locked Mac takes its password',
    isInTwentyMinutes: true,
  },
  {
    says: 'Open in Mac App links the account, in a running app and in one that is started by it',
    because: 'the browser and the app ask, and a person answers',
    isInTwentyMinutes: true,
  },
  {
    says: 'dictated offline, it shows in Overview once; signed out on the site, the HUD says so',
    because: NETWORK,
  },
  {
    says: 'VoiceOver says each state once; Reduce motion stops what glides',
    because: 'it takes ears and eyes',
    isInTwentyMinutes: true,
  },
  {
    says: 'Start at login follows System Settings both ways',
    because: 'macOS keeps that list for installed, signed apps',
  },
  {
    says: 'a provider’s key survives a restart, is unreadable in secrets.json, and nothing asks in another app’s name',
    because: KEYCHAIN,
    isInTwentyMinutes: true,
  },
  {
    says: 'right ⌥, Fn and mouse buttons as the hold key: each dictates, and every combination does what it always did',
    because: 'programs can press none of them as the hardware does',
  },
  {
    says: 'the same with Accessibility taken away and given: Shortcuts tells, and the key works again without a restart',
    because: QUESTION,
  },
  { says: 'lone F9 as the hold key: each phrase appears while the next is spoken; no beep', because: 'it takes ears' },
  {
    says: 'two signed releases: Restart to update waits for the text; settings, permissions and account stay',
    because: SIGNED,
  },
  {
    says: 'the app replaced by one with another signature: Self-check says how to mend the permission',
    because: SIGNED,
  },
  { says: 'macOS 12 starts the app and dictates', because: 'no hosted Mac has it any more' },
  { says: '1Password running: Shortcuts names it at ⌘⇧Space; which of the two answers', because: OTHERS },
  {
    says: 'Slack, Chrome, Discord, VS Code, iTerm2, Notes, Pages, Numbers, Spotlight: the text is there once',
    because: OTHERS,
  },
  { says: 'one word in Safari’s search field and in a cell of Numbers has no full stop', because: OTHERS },
  {
    says: 'a Japanese input source while composing: the text is there once',
    because: 'composing takes a window of candidates, and eyes',
  },
  {
    says: 'the send key in Notes and Messages presses Return once; where no text is seen, it is not pressed',
    because: OTHERS,
  },
  { says: 'rules for Slack and Cursor: a language, Return, line breaks', because: OTHERS },
  { says: 'a clipboard history (Maccy, Raycast) doesn’t keep what was dictated', because: OTHERS },
  {
    says: 'text copied on an iPhone is pasted afterwards, and a short sentence over it comes without a pause',
    because: HARDWARE,
  },
  {
    says: 'macOS 15.4 and later: one question about the clipboard at most; Self-check shows what was answered',
    because: QUESTION,
  },
  { says: 'the Mac asleep with its lid closed, and awake: the first press works', because: NETWORK },
  {
    says: 'sound comes out of a display: its volume stays as it is; a device unplugged while muted has sound when it is back',
    because: HARDWARE,
  },
  { says: 'the second screen unplugged while the HUD is on it', because: HARDWARE },
  { says: 'a log-out during a dictation is not held up', because: 'it would end the check' },
  {
    says: 'a proxy in System Settings with its authority in the Keychain: the first connection comes, the app never stands still',
    because: NETWORK,
  },
  {
    says: 'the Keychain entry deleted while linked: the app says to sign in again, and to enter the key again',
    because: KEYCHAIN,
  },
  {
    says: 'Keep the microphone on: the orange dot stays a minute, and goes at a locked screen, a headset, and the switch',
    because: LOOKS,
  },
  {
    says: 'the lid closed over an external display: the HUD says that the built-in microphone gives no sound',
    because: HARDWARE,
  },
  { says: 'a server at 192.168.x.x: macOS asks once; refused, the error says why', because: QUESTION },
  {
    says: 'rules by app: the settings name the apps, and in note editors line breaks stay',
    because: OTHERS,
  },
  { says: 'Allow… opens the right list of System Settings, whatever macOS calls it', because: LOOKS },
  { says: 'a real microphone, also a headset’s, opens before the first word is over', because: HARDWARE },
  {
    says: 'light to dark with the settings open, and Increase contrast: all is readable, every focus ring seen',
    because: LOOKS,
  },
];

/** Claims of a list, each with its check. */
export function claimsOf<Id extends string>(
  list: Readonly<Record<Id, string>>,
  checks: Readonly<Record<Id, Claim['check']>>,
): Claim[] {
  return (Object.keys(list) as Id[]).map((id) => ({ id, says: list[id], check: checks[id] }));
}

/** Claims of a list that can't be tried here. */
export function untriedClaims(list: Readonly<Record<string, string>>, why: string): Claim[] {
  const check = async () => {
    throw new Unseen(why);
  };
  return Object.entries(list).map(([id, says]) => ({ id, says, check }));
}

/** The whole list as Markdown. */
export function claimListText(): string {
  const tried = [
    ['In Node, and the same in Electron', NATIVE_CLAIMS],
    ['The package', PACKAGE_CLAIMS],
    ['The whole app', APP_CLAIMS],
  ] as const;
  const left = LEFT_TO_PEOPLE.map(({ says, because, isInTwentyMinutes }) => {
    return `- ${says} (${because})${isInTwentyMinutes ? ' *' : ''}`;
  });
  return [
    ...tried.flatMap(([title, list]) => [
      `# ${title}`,
      ...Object.entries(list).map(([id, says]) => `- ${id}: ${says}`),
      '',
    ]),
    '# Left to people, and why (*: in the twenty minutes of docs/verification.md)',
    ...left,
  ].join('\n');
}
