import type { SoundPiece } from './sample-tap.ts';
import { SOUND_WORKLET, type WorkletPiece } from './worklet-piece.ts';

/** The audio context in which `serveSoundWorklet` runs: the part of it that is used. */
export type SoundContext = Pick<
  AudioContext,
  'createMediaStreamSource' | 'destination' | 'resume' | 'suspend' | 'state' | 'sampleRate'
>;

/** Creates the node that posts its input; in a browser, an `AudioWorkletNode`. */
export type WorkletNodeMaker = (name: string, options: AudioWorkletNodeOptions) => AudioWorkletNode;

/**
 * Returns the sound of a microphone in browsers that only provide it through an audio context: Firefox and Safari. It
 * may miss a moment at the start and on a busy machine (decision 35), but there is no other way in those browsers.
 *
 * @param context one whose worklet has loaded the module that calls `serveSoundWorklet`
 */
export function workletSoundOf(
  media: MediaStream,
  context: SoundContext,
  makeNode: WorkletNodeMaker,
): ReadableStream<SoundPiece> {
  const source = context.createMediaStreamSource(media);
  const node = makeNode(SOUND_WORKLET, { channelCount: 1, channelCountMode: 'explicit' });
  const release = () => {
    source.disconnect();
    node.disconnect();
    node.port.onmessage = null;
    context.suspend().catch(() => undefined);
  };
  return new ReadableStream<SoundPiece>(
    {
      start(controller) {
        const clock = new PageTime();
        node.port.onmessage = ({ data }: MessageEvent<WorkletPiece>) =>
          controller.enqueue(pieceOf(data, context.sampleRate, clock.ofPiece(data.seconds)));
        source.connect(node);
        // Some browsers don't run a node that isn't connected to a destination. Its output is silence.
        node.connect(context.destination);
        context.resume().catch((error: unknown) => controller.error(error));
      },
      cancel: release,
    },
    { highWaterMark: Number.POSITIVE_INFINITY },
  );
}

/**
 * Converts an audio context's times to the page's clock. Chunks arrive some time after their capture, never before it:
 * the one that arrived soonest gives the offset between the clocks.
 */
class PageTime {
  #aheadMs = Number.POSITIVE_INFINITY;

  ofPiece(seconds: number): number {
    this.#aheadMs = Math.min(this.#aheadMs, performance.now() - seconds * 1_000);
    return seconds * 1_000 + this.#aheadMs;
  }
}

function pieceOf({ samples }: WorkletPiece, sampleRate: number, endedAtMs: number): SoundPiece {
  return {
    sampleRate,
    numberOfFrames: samples.length,
    numberOfChannels: 1,
    timestamp: (endedAtMs - (samples.length / sampleRate) * 1_000) * 1_000,
    copyTo: (channel) => channel.set(samples),
    close: () => {},
  };
}
