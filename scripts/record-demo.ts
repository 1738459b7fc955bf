// Records the site's demo video: the app as it works on a screen, at its real speed, with captions and a poster.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { type Cue, writeCaptions } from './demo/captions.ts';
import { encodePoster, encodeVideo, hashPicture } from './demo/encode.ts';
import { DemoFailure, Program, requirePrograms, stopRunning } from './demo/programs.ts';
import { Screen, ScreenRecording } from './demo/screen.ts';
import { type Speech, speak } from './demo/speech.ts';
import { KEY, SpeechProvider } from './demo/speech-provider.ts';
import { type Field, WritingPage } from './demo/writing-page.ts';

const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'apps', 'site', 'public');
const VIDEO = 'demo.webm';
const CAPTIONS = 'demo.vtt';
const POSTER = 'demo-poster.webp';

const CHORD = ['ctrl', 'shift', 'space'] as const;
/** What is said into each field. */
const PHRASES = {
  note: [
    'The new build goes out on Friday.',
    'Before that, check every download link.',
    'Then tell support what has changed.',
  ],
  prompt: ['This rounds the total twice.', 'Write a failing test, then fix it.'],
} as const satisfies Record<Field, string[]>;

/** What a viewer needs to look at something new. */
const LOOK_MS = { start: 800, between: 900, end: 1_500 } as const;
/** How long the last caption of a dictation stands, once there is text. */
const CAPTION_MS = 1_400;
/** How long after the last word the keys are let go. */
const HOLD_ON_MS = 120;
/** Where the app shows what it hears, and nothing else is: its width, height and place. */
const HUD_PART = '404:128:358:518';

/** What is at work while the demo is recorded. */
interface Stage {
  screen: Screen;
  page: WritingPage;
  provider: SpeechProvider;
  /** The file that the app hears when it opens the microphone next. */
  microphone: string;
  speech: Record<Field, Speech>;
}

/** What happened in a dictation, in milliseconds since 1970. */
interface Dictation {
  speech: Speech;
  pressedAtMs: number;
  /** When the recording of the speech began. */
  beganAtMs: number;
  letGoAtMs: number;
  textAtMs: number;
}

const folder = mkdtempSync(join(tmpdir(), 'demo-'));
/** What ends what was started, in the order of starting. */
const ends: (() => Promise<void>)[] = [];
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    if (isStopping) return;
    isStopping = true;
    stopRunning();
    await endAll();
    process.exit(130);
  });
}

try {
  requirePrograms();
  await record(await setStage());
} catch (error) {
  if (!isStopping) {
    console.error(error instanceof DemoFailure ? error.message : error);
    process.exitCode = 1;
  }
}
if (!isStopping) {
  await endAll();
  // What failed halfway may still listen.
  process.exit();
}

async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

async function setStage(): Promise<Stage> {
  const screen = await Screen.start();
  ends.push(() => screen.end());
  const provider = await SpeechProvider.start(ROOT);
  ends.push(() => provider.end());
  const page = await WritingPage.open(screen.display, join(folder, 'browser'));
  ends.push(() => page.close());
  const speech = { note: speak(PHRASES.note), prompt: speak(PHRASES.prompt) };
  const microphone = join(folder, 'microphone.wav');
  writeFileSync(microphone, speech.note.wav);
  const app = Program.start(process.execPath, [join(ROOT, 'scripts', 'desktop.ts'), '--shell', 'browser'], {
    DISPLAY: screen.display,
    SAYKEY_HOME: join(folder, 'app'),
    SAYKEY_SPEECH_URL: provider.baseUrl,
    SAYKEY_FAKE_MIC: microphone,
    SAYKEY_SKIP_ONBOARDING: '1',
    OPENAI_API_KEY: KEY,
  });
  ends.push(() => app.end());
  await app.line(new RegExp(`^${PRODUCT_NAME} desktop is ready$`));
  return { screen, page, provider, microphone, speech };
}

async function record(stage: Stage): Promise<void> {
  console.log('Recording …');
  const recording = await ScreenRecording.start(stage.screen, join(folder, 'recording.mkv'));
  ends.push(() => recording.end());
  await setTimeout(LOOK_MS.start);
  const note = await dictate(stage, 'note');
  await setTimeout(LOOK_MS.between);
  await stage.screen.key('key', 'Tab');
  await stage.page.focused('prompt');
  await setTimeout(LOOK_MS.between);
  const prompt = await dictate(stage, 'prompt');
  await setTimeout(LOOK_MS.end);
  await ends.pop()?.();

  console.log('Writing the video, its captions and its poster …');
  const { file, startedAtMs } = recording;
  for (const dictation of [note, prompt]) await requireHud(recording, dictation);
  await encodeVideo(file, join(folder, VIDEO));
  await encodePoster(file, note.letGoAtMs - startedAtMs - HOLD_ON_MS, join(folder, POSTER));
  const cues = [...cuesOf(note, 'into the note'), ...cuesOf(prompt, 'into the prompt')];
  writeFileSync(join(folder, CAPTIONS), writeCaptions(cues.map((cue) => inRecording(cue, startedAtMs))));
  for (const name of [VIDEO, CAPTIONS, POSTER]) copyFileSync(join(folder, name), join(TARGET, name));
  console.log(`They are in ${TARGET}.`);
}

/** Holds the keys, says what is said into a field, lets go, and waits for the text. Rejects with `DemoFailure` where it is another one. */
async function dictate(stage: Stage, field: Field): Promise<Dictation> {
  const { screen, page, provider, microphone } = stage;
  const speech = stage.speech[field];
  writeFileSync(microphone, speech.wav);
  await provider.expect(speech);
  const before = page.text(field);

  const pressedAtMs = Date.now();
  page.show({ step: 'hold' });
  for (const [index, key] of CHORD.entries()) {
    // It takes as long to draw as the key takes to go down.
    page.show({ keys: CHORD.slice(0, index + 1) });
    await screen.key('keydown', key);
  }
  await provider.heard(speech.words[0]!.startMs);
  page.show({ step: 'speak' });
  const beganAtMs = await provider.heard(speech.words.at(-1)!.endMs + HOLD_ON_MS);
  const letGoAtMs = Date.now();
  page.show({ step: 'let-go' });
  for (const [index, key] of CHORD.toReversed().entries()) {
    page.show({ keys: CHORD.slice(0, CHORD.length - index - 1) });
    await screen.key('keyup', key);
  }

  await page.changed(field, before);
  const textAtMs = Date.now();
  const added = page.text(field).slice(before.length).trim();
  const expected = PHRASES[field].join(' ');
  if (added !== expected) throw new DemoFailure(`The text is “${added}” instead of “${expected}”. Run it again.`);
  return { speech, pressedAtMs, beganAtMs, letGoAtMs, textAtMs };
}

/** Throws `DemoFailure` where a dictation is recorded without the app's own picture of it. */
async function requireHud({ file, startedAtMs }: ScreenRecording, { pressedAtMs, letGoAtMs }: Dictation) {
  const [before, meanwhile] = await Promise.all(
    [pressedAtMs, letGoAtMs].map((atMs) => hashPicture(file, atMs - HOLD_ON_MS - startedAtMs, HUD_PART)),
  );
  if (before === meanwhile) throw new DemoFailure('The app did not show that it listens. Run it again.');
}

/** What is to be read of a dictation, in milliseconds since 1970. */
function cuesOf({ speech, pressedAtMs, beganAtMs, letGoAtMs, textAtMs }: Dictation, where: string): Cue[] {
  const spoken = speech.phrases.map(({ text, startMs, endMs }) => ({
    startMs: beganAtMs + startMs,
    endMs: beganAtMs + endMs,
    text,
  }));
  return [
    { startMs: pressedAtMs, endMs: letGoAtMs, text: '[holds Ctrl+Shift+Space]' },
    ...spoken,
    { startMs: letGoAtMs, endMs: textAtMs + CAPTION_MS, text: `[lets go: the text goes ${where}]` },
  ];
}

function inRecording({ startMs, endMs, text }: Cue, startedAtMs: number): Cue {
  return { startMs: startMs - startedAtMs, endMs: endMs - startedAtMs, text };
}
