import type { SoundPiece } from './sample-tap.ts';
import { SOUND_WORKLET, type WorkletPiece } from './worklet-piece.ts';

/** Where `serveSoundWorklet` runs: the part of an audio context that is used. */
export type SoundContext = Pick<
  AudioContext,
  'createMediaStreamSource' | 'destination' | 'resume' | 'suspend' | 'state' | 'sampleRate'
>;

/** Makes the node that hands out what comes into it; in a browser an `AudioWorkletNode`. */
export type WorkletNodeMaker = (name: string, options: AudioWorkletNodeOptions) => AudioWorkletNode;

/**
 * The sound of a microphone in browsers that give a page none but by an audio context: Firefox and Safari. It may miss a
 * moment at the beginning and on a busy machine (decision 35), which is the price of being heard there at all.
 *
 * @param context whose worklet has the module of `serveSoundWorklet`
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
        // What leads nowhere is not run everywhere. Nothing sounds: the node gives silence.
        node.connect(context.destination);
        context.resume().catch((error: unknown) => controller.error(error));
      },
      cancel: release,
    },
    { highWaterMark: Number.POSITIVE_INFINITY },
  );
}

/**
 * Puts the times of an audio context on the page's clock. Pieces come a while after they were heard, never before: the one
 * that came soonest shows the offset of the clocks.
 */
class PageTime {
  #aheadMs = Number.POSITIVE_INFINITY;

  ofPiece(seconds: number): number {
    this.#aheadMs = Math.min(this.#aheadMs, performance.now() - seconds * 1_000);
    return seconds * 1_000 + this.#aheadMs;
  }
}

function pieceOf({ samples }: WorkletPiece, sampleRate: number, heardAtMs: number): SoundPiece {
  return {
    sampleRate,
    numberOfFrames: samples.length,
    numberOfChannels: 1,
    timestamp: heardAtMs * 1_000,
    copyTo: (channel) => channel.set(samples),
    close: () => {},
  };
}
