// Follows a new user from the landing page to Standard, and records it: the demo video of the site, its captions
// and its poster, and the pictures of docs/tour.md. `npm run demo:record` runs it.
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { login } from '@workspace/contract/auth';
import { BETA_ALLOWANCE, reportUsage, type UsageEntry } from '@workspace/contract/usage';
import { test } from 'vitest';
import { HOLD } from '../desktop/chords.ts';
import { type SpokenPhrases, speak } from '../desktop/spoken-phrases.ts';
import { SAMPLE_RATE } from '../recordings.ts';
import { ROOT } from '../repository.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { SITE_URL } from '../site/addresses.ts';
import { Product } from '../whole-product/product.ts';
import { PASSWORD, type Visitor } from '../whole-product/visitor.ts';
import { type Cue, cuesOf, type Dictation, writeCaptions } from './captions.ts';
import { DemoPage, type Field } from './demo-page.ts';
import { encodePicture, encodeVideo } from './encode.ts';
import { ScreenRecording, takeScreenPicture } from './screen-recording.ts';

const VIDEO_FOLDER = join(ROOT, 'apps', 'site', 'public');
const PICTURES_FOLDER = join(ROOT, 'docs', 'pictures', 'tour');

/** What is dictated into each field. */
const PHRASES = {
  note: [
    'The new build goes out on Friday.',
    'Before that, check every download link.',
    'Then tell support what has changed.',
  ],
  prompt: ['This rounds the total twice.', 'Write a failing test, then fix it.'],
} as const satisfies Record<Field, string[]>;
/** What is dictated on another computer on the days before, in seconds: all of the week's hour. */
const SECONDS_ELSEWHERE = [310, 860, 470, 730, 520, 710];
const DAY_MS = 24 * 3_600_000;

const DELIVERY = { leadSeconds: 0.7, pauseSeconds: 0.62, wordsPerMinute: 250 };
/** About the latency of models of this kind. */
const LATENCY = { fixedMs: 250 };
/** How long a viewer needs to look at something new, and a page to settle. */
const LOOK_MS = { start: 800, between: 900, end: 1_500, page: 1_500 } as const;
/** How long before the release the poster is taken. */
const POSTER_LEAD_MS = 120;

const PAGE_SIZE = { width: 1_280, height: 800 } as const;

/** Where files are written before they are complete. */
const folder = scratchFolder();
const pictures: string[] = [];

const product = await Product.start({ weeklySeconds: BETA_ALLOWANCE.seconds });
const { world, windows } = product;
const { session } = world;
const { x } = session;
await world.startApp();

test('a new user’s first steps, recorded', { timeout: 600_000 }, async () => {
  const visitor = await product.welcome('sample@example.com');
  await recordArrival(visitor);

  await world.follow(await visitor.openApp());
  await world.untilAskedToLink(visitor);
  await addPicture('link', await windows.picture('settings'));
  await world.accept(visitor);

  const demo = await DemoPage.open(x);
  const inVideo = await product.secondsOf(() => recordVideo(demo));
  await visitor.untilCounted(inVideo);
  await addPage('usage', visitor);

  await reportWeek(visitor);
  await visitor.untilCounted(inVideo + SECONDS_ELSEWHERE.reduce((sum, seconds) => sum + seconds));
  await addPage('week', visitor);

  // The app learns of it when it starts. A second start opens the settings.
  await session.endApps();
  await world.startApp();
  await session.launchApp().ended;
  await windows.untilShown('settings', 'Beta Tester: no time left until');
  await demo.show('', []);
  await product.expectDeclined({ limit: '1h', into: demo });
  const limit = join(folder, 'limit.png');
  await takeScreenPicture(x, limit);
  await addPicture('limit', limit);

  await visitor.goTo('Billing');
  await visitor.goToCheckout();
  await addPage('checkout', visitor);
  await visitor.pay();
  await visitor.goTo('Billing');
  await visitor.page.getByText("You're on the Standard Plan").waitFor();
  await addPage('standard', visitor);
  await product.pressUntil((timeout) => windows.untilShown('settings', 'Standard plan: no limit', timeout), demo);
  await addPicture('standard-app', await windows.picture('settings'));
  await visitor.browser.close();

  for (const name of ['demo.webm', 'demo.vtt', 'demo-poster.webp'])
    copyFileSync(join(folder, name), join(VIDEO_FOLDER, name));
  mkdirSync(PICTURES_FOLDER, { recursive: true });
  for (const file of pictures) copyFileSync(file, join(PICTURES_FOLDER, basename(file)));
});

/** From the landing page to the overview, signed in. */
async function recordArrival(visitor: Visitor): Promise<void> {
  await fitPage(visitor);
  await visitor.page.goto(SITE_URL);
  await addPage('landing', visitor);
  await visitor.page.emulateMedia({ colorScheme: 'dark' });
  await addPage('landing-dark', visitor);
  await visitor.page.emulateMedia({ colorScheme: 'light' });
  await visitor.goToRegister();
  await addPage('register', visitor);
  await visitor.signUp();
  await visitor.openVerificationMail();
  await addPage('mail', visitor);
  await visitor.verify();
  await addPage('verified', visitor);
  await visitor.signIn();
  await visitor.untilSignedIn();
  await visitor.page.getByText('Your email has been verified successfully!').waitFor({ state: 'hidden' });
  await addPage('overview', visitor);
}

/** Reports the dictations of the last days, as another computer of the account does. */
async function reportWeek({ email }: Visitor): Promise<void> {
  const { server } = world;
  const session = await server.call(login, { body: { email, password: PASSWORD } });
  if (!session.ok) throw new Error(session.errors.join(' '));
  const entries = SECONDS_ELSEWHERE.map((seconds, index): UsageEntry => {
    const startedAt = new Date(Date.now() - (index + 1) * DAY_MS).toISOString();
    return { id: randomUUID(), startedAt, seconds, timezone: 'UTC' };
  });
  const report = await server.call(reportUsage, { body: { entries } }, { token: session.data.token });
  if (!report.ok) throw new Error(report.errors.join(' '));
}

/** Sets the page's size and hides scroll bars; those already shown stay. */
async function fitPage({ page }: Visitor): Promise<void> {
  await page.setViewportSize(PAGE_SIZE);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setScrollbarsHidden', { hidden: true });
}

/** Adds a picture of the browser, once its content has settled. */
async function addPage(name: string, visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await fitPage(visitor);
  await page.mouse.move(0, 0);
  await page.evaluate('document.fonts.ready');
  await setTimeout(LOOK_MS.page);
  await addPicture(name, await page.screenshot({ animations: 'disabled' }));
}

/** Adds a picture to the tour: a PNG, or a path to one. */
async function addPicture(name: string, png: Buffer | string): Promise<void> {
  const source = join(folder, `${name}.png`);
  if (typeof png !== 'string') writeFileSync(source, png);
  const file = join(folder, `${name}.webp`);
  await encodePicture(source, file);
  pictures.push(file);
}

/** Dictates into the note and the prompt, and writes the video, its captions and its poster. */
async function recordVideo(demo: DemoPage): Promise<void> {
  const speech = { note: speak(PHRASES.note, folder, DELIVERY), prompt: speak(PHRASES.prompt, folder, DELIVERY) };
  const recording = await ScreenRecording.start(x, join(folder, 'screen.mkv'));
  await setTimeout(LOOK_MS.start);
  const note = await dictate('note', speech.note, { demo, recording });
  await setTimeout(LOOK_MS.between);
  await x.xdotool('key', 'Tab');
  await setTimeout(LOOK_MS.between);
  const prompt = await dictate('prompt', speech.prompt, { demo, recording });
  await setTimeout(LOOK_MS.end);
  await recording.end();

  await encodeVideo(recording.file, join(folder, 'demo.webm'));
  await encodePicture(recording.file, join(folder, 'demo-poster.webp'), note.letGoMs - POSTER_LEAD_MS);
  writeFileSync(join(folder, 'demo.vtt'), writeCaptions([...cuesOf(note, 'note'), ...cuesOf(prompt, 'prompt')]));
}

/** Holds the keys, dictates a field's text, releases, and waits for the text. Throws if it is different. */
async function dictate(
  field: Field,
  speech: SpokenPhrases,
  { demo, recording }: { demo: DemoPage; recording: ScreenRecording },
): Promise<Dictation> {
  await session.say(speech, { latency: LATENCY });
  const before = await demo.text(field);

  const pressedMs = recording.nowMs;
  for (const [index, key] of HOLD.entries()) {
    await demo.show('hold', HOLD.slice(0, index + 1));
    await session.press([key]);
  }
  await session.heard(DELIVERY.leadSeconds);
  await demo.show('speak', HOLD);
  await windows.untilShown('hud', PHRASES[field][0]);
  const lastSeconds = speech.phraseEnds.at(-1)!;
  await session.heard(lastSeconds);
  const letGoMs = recording.nowMs;
  const phrases = placePhrases(field, speech, letGoMs - lastSeconds * 1_000);
  for (const [index, key] of HOLD.toReversed().entries()) {
    await demo.show('let-go', HOLD.slice(0, HOLD.length - index - 1));
    await session.release([key]);
  }

  await x.waitUntil(async () => (await demo.text(field)) !== before);
  const textMs = recording.nowMs;
  const text = (await demo.text(field)).slice(before.length).trim();
  if (text !== speech.text) throw new Error(`The text is “${text}” instead of “${speech.text}”. Run it again.`);
  return { pressedMs, phrases, letGoMs, textMs };
}

/** When each phrase is said if the speech begins at `beganMs`. */
function placePhrases(field: Field, { sounds, phraseEnds }: SpokenPhrases, beganMs: number): Cue[] {
  let words = 0;
  return PHRASES[field].map((text, index) => {
    const startMs = beganMs + (sounds[words]!.from / SAMPLE_RATE) * 1_000;
    words += text.split(' ').length;
    return { startMs, endMs: beganMs + phraseEnds[index]! * 1_000, text };
  });
}
