// Other sound is muted while the key is held, and restored afterwards, whatever happens in between.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SoundServer } from '../sound-server.ts';
import { Terminal } from '../x11/terminal.ts';
import { HOLD } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';

const SINKS = ['speakers', 'headphones'] as const;

const [session, sound] = await Promise.all([
  DesktopSession.open({ settings: { muteWhileRecording: true } }),
  SoundServer.start(...SINKS),
]);
const { x } = session;
const { PULSE_SERVER } = sound.environment;
const environment = { PULSE_SERVER };
const terminal = await Terminal.open(x);

beforeEach(async () => {
  await sound.pactl('set-default-sink', 'speakers');
  for (const sink of SINKS) await sound.setMuted(sink, false);
});

const untilMuted = () => x.waitUntil(() => sound.isMuted('speakers'));
const untilUnmuted = () => x.waitUntil(async () => !(await sound.isMuted('speakers')));

/** Starts speaking. Resolves once it has been heard. */
async function begin(): Promise<void> {
  await session.speak(['Nothing else is to be heard.']);
  await session.press(HOLD);
  await session.heard(0.5);
}

/** Resolves once the text is in the terminal. */
async function end(): Promise<void> {
  const before = terminal.text();
  await session.release(HOLD);
  await x.waitUntil(() => terminal.text() !== before);
}

/** The sinks that the app has recorded as muted. */
function noted(): string[] {
  return JSON.parse(readFileSync(join(session.home, 'muted.json'), 'utf8')).devices;
}

describe('While the app runs', () => {
  beforeAll(() => session.startApp({ environment }));
  afterEach(() => x.waitUntil(() => noted().length === 0));
  afterAll(() => session.endApps());

  test('sound is muted while the key is held, and restored at the same volume', async () => {
    const before = await sound.volume('speakers');
    for (let dictations = 0; dictations < 2; dictations += 1) {
      await begin();
      await untilMuted();
      expect(await sound.isMuted('headphones')).toBe(false);
      await end();
      await untilUnmuted();
    }
    expect(await sound.volume('speakers')).toBe(before);
  });

  test('the start and end tones are audible', async () => {
    const heard = await sound.listen('speakers');
    let whole = 0;
    // A busy machine may cut a tone off or split it: then both have another chance.
    while (whole < 2) {
      const before = heard().length;
      await begin();
      await untilMuted();
      await end();
      await untilUnmuted();
      await x.waitUntil(() => heard().length > before && heard().at(-1)?.hasFaded);
      whole = heard()
        .slice(before)
        .filter(({ hasFaded }) => hasFaded).length;
    }
  });

  test('what the user muted stays muted', async () => {
    await sound.setMuted('speakers', true);
    await begin();
    await end();
    expect(await sound.isMuted('speakers')).toBe(true);
  });

  test('what the user changes during a dictation is left alone', async () => {
    await begin();
    await untilMuted();
    await sound.setMuted('speakers', false);
    await x.waitUntil(() => noted().length === 0);
    expect(await sound.isMuted('speakers')).toBe(false);
    await sound.setMuted('speakers', true);
    await end();
    expect(await sound.isMuted('speakers')).toBe(true);
  });

  test('if the output changes during a dictation, only the sink that was muted is unmuted', async () => {
    await sound.setMuted('headphones', true);
    await begin();
    await untilMuted();
    await sound.pactl('set-default-sink', 'headphones');
    await end();
    await untilUnmuted();
    expect(await sound.isMuted('headphones')).toBe(true);
    await sound.setMuted('headphones', false);
  });
});

describe('Apps that end while muting, or start without sound', () => {
  afterEach(() => session.endApps());

  test('what a killed app left muted is unmuted at the next start', async () => {
    const app = await session.startApp({ environment });
    await begin();
    await untilMuted();
    app.signal('SIGKILL');
    await app.ended;
    await session.release(HOLD);
    expect(await sound.isMuted('speakers')).toBe(true);
    await session.startApp({ environment });
    await untilUnmuted();
    await x.waitUntil(() => noted().length === 0);
  });

  test('an app terminated while recording leaves the sound unmuted', async () => {
    const app = await session.startApp({ environment });
    await begin();
    await untilMuted();
    app.signal('SIGTERM');
    await app.ended;
    await session.release(HOLD);
    expect(await sound.isMuted('speakers')).toBe(false);
  });

  test('an app without a sound server works otherwise, and reports nothing', async () => {
    const app = await session.startApp({ environment: { PULSE_SERVER: 'unix:/not/there' } });
    await begin();
    await end();
    expect(app.stderr).toBe('');
  });
});
