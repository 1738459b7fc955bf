import type { SoundPiece } from '@workspace/browser-sound/sample-tap';
import { givesTrackSound, soundOf } from '@workspace/browser-sound/track-sound';
import { workletSoundOf } from '@workspace/browser-sound/worklet-sound';
import workletUrl from './microphone.worklet.ts?worker&url';

let context: Promise<AudioContext> | undefined;

/** Captures a microphone's audio: directly from the track where supported, otherwise with an AudioWorklet. */
export async function soundOfMedia(media: MediaStream): Promise<ReadableStream<SoundPiece>> {
  const [track] = media.getAudioTracks();
  if (track !== undefined && givesTrackSound()) return soundOf(track);
  context ??= contextWithWorklet();
  const ready = await context;
  return workletSoundOf(media, ready, (name, options) => new AudioWorkletNode(ready, name, options));
}

async function contextWithWorklet(): Promise<AudioContext> {
  const made = new AudioContext();
  await made.audioWorklet.addModule(workletUrl);
  return made;
}
