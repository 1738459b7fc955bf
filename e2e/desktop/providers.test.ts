// A dictation by each provider that needs only a key, against its stand-in.
import { factsOf } from '@workspace/speech/registry';
import { afterEach, test } from 'vitest';
import { variants } from '../variants.ts';
import { Terminal } from '../x11/terminal.ts';
import { TOGGLE } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';

const session = await DesktopSession.open();
const { x } = session;
const terminal = await Terminal.open(x);

afterEach(() => session.endApps());

const EVERY_PROVIDER = ['groq', 'mistral', 'assemblyai', 'soniox', 'elevenlabs'] as const;

test.each(variants<(typeof EVERY_PROVIDER)[number]>(['groq', 'soniox'], EVERY_PROVIDER))('%s', async (provider) => {
  const environment = { OPENAI_API_KEY: undefined, [factsOf(provider).keyVariable]: session.account.key };
  await session.startApp({ environment });
  await terminal.focus();
  terminal.clear();
  const recording = await session.speak(['A few words for the provider.']);
  // The recording ends it, however much the provider has recognized by then.
  await session.tap(TOGGLE);
  await x.waitUntil(() => terminal.text().trim() === recording.text);
});
