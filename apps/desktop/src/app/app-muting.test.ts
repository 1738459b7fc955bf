import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { describe, expect, it } from 'vitest';
import { dictate, pass, type StartOptions, speak, startApp as start } from './testing/started-app.ts';

const MUTING: StartOptions = { settings: { muteWhileRecording: true } };

describe('with other sound muted while recording', () => {
  it('the start cue is heard before muting and the stop cue after unmuting', async () => {
    const started = await start(MUTING);
    const { hotkeys, windows, platform } = started;
    const { soundOutput } = platform;
    windows.isCueShort = false;
    hotkeys.press('hold');
    await speak(started, 500);
    expect([windows.cues, soundOutput.mutedBy.get('loudspeaker')]).toEqual([['start'], null]);
    windows.say('microphone', { type: 'cue-over' });
    await speak(started, 500);
    expect(soundOutput.mutedBy.get('loudspeaker')).toBe('app');
    const answer = Promise.withResolvers<void>();
    soundOutput.beforeCall = () => answer.promise;
    hotkeys.release('hold');
    await speak(started, 600);
    expect(windows.cues).toEqual(['start']);
    answer.resolve();
    await settlePromises();
    expect([windows.cues, soundOutput.mutedBy.get('loudspeaker')]).toEqual([['start', 'stop'], null]);
  });

  it('muting does not wait long for a start cue that never ends', async () => {
    const started = await start(MUTING);
    const { hotkeys, windows, platform } = started;
    windows.isCueShort = false;
    hotkeys.press('hold');
    await speak(started, 1_200);
    expect(platform.soundOutput.mutedBy.get('loudspeaker')).toBe('app');
  });

  it('a start cue that outlasts the recording mutes nothing', async () => {
    const started = await start(MUTING);
    const { hotkeys, windows, platform } = started;
    windows.isCueShort = false;
    hotkeys.press('hold');
    await speak(started, 300);
    hotkeys.press('cancel');
    await settlePromises();
    windows.say('microphone', { type: 'cue-over' });
    await pass(started, 2_000);
    expect(platform.soundOutput.calls).toEqual([]);
  });

  it('muting happens immediately if cues are off', async () => {
    const started = await start({ settings: { muteWhileRecording: true, sounds: false } });
    started.hotkeys.press('hold');
    await speak(started, 60);
    expect(started.platform.soundOutput.mutedBy.get('loudspeaker')).toBe('app');
  });

  it('recording does not wait for muting', async () => {
    const started = await start(MUTING);
    const { hotkeys, windows, platform } = started;
    platform.soundOutput.beforeCall = () => new Promise(() => {});
    hotkeys.press('hold');
    expect(windows.streams.size).toBe(1);
    await speak(started, 1_000);
    expect(windows.hud).toMatchObject({ state: 'listening' });
  });

  it('a failing sound server disturbs no dictation, and is reported once', async () => {
    const started = await start(MUTING);
    const { hotkeys, windows, platform } = started;
    platform.soundOutput.failure = new Error('It hangs.');
    await dictate(started, 'First.');
    hotkeys.press('hold');
    await speak(started, 1_000);
    expect(windows.hud).toMatchObject({ state: 'listening', detail: null });
    expect(platform.field).toBe('First.');
  });

  it('a failure to mute is shown in the HUD during the recording', async () => {
    const started = await start(MUTING);
    const { hotkeys, windows, platform } = started;
    platform.soundOutput.failure = new Error('It hangs.');
    hotkeys.press('hold');
    await speak(started, 1_000);
    expect(windows.hud).toMatchObject({
      state: 'listening',
      detail: 'Couldn’t mute other sound. Check the sound settings.',
    });
  });

  it('a failure to unmute is reported and retried', async () => {
    const started = await start(MUTING);
    const { hotkeys, windows, platform } = started;
    hotkeys.press('hold');
    await speak(started, 1_000);
    platform.soundOutput.failure = new Error('It hangs.');
    hotkeys.press('cancel');
    await pass(started, 3_000);
    expect(windows.hud?.title).toBe('Couldn’t turn the sound back on');
    expect(platform.soundOutput.mutedBy.get('loudspeaker')).toBe('app');
    platform.soundOutput.failure = undefined;
    await pass(started, 10_000);
    expect(platform.soundOutput.mutedBy.get('loudspeaker')).toBe(null);
  });

  it('turning the setting off while recording unmutes the sound', async () => {
    const started = await start(MUTING);
    const { hotkeys, windows, platform } = started;
    hotkeys.press('hold');
    await speak(started, 1_000);
    windows.say('settings', { type: 'change', change: { muteWhileRecording: false } });
    await settlePromises();
    expect(platform.soundOutput.mutedBy.get('loudspeaker')).toBe(null);
  });

  it('the sound is unmuted when the app exits', async () => {
    const started = await start(MUTING);
    const { hotkeys, app, platform, stores } = started;
    hotkeys.press('hold');
    await speak(started, 1_000);
    await app.close();
    expect(platform.soundOutput.mutedBy.get('loudspeaker')).toBe(null);
    expect(stores.muted.stored).toEqual({ version: 1, devices: [] });
  });
});

it('Sound is not muted by default', async () => {
  const started = await start();
  await dictate(started, 'Good morning.');
  expect(started.platform.soundOutput.calls).toEqual([]);
});
