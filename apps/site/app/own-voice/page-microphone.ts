import { closeMedia, openingFailure, UNPROCESSED } from '@workspace/browser-sound/microphone-device';
import { SampleTap, type SoundPiece } from '@workspace/browser-sound/sample-tap';
import type { Microphone, MicrophoneFailure, MicrophoneListener, MicrophoneStream } from '@workspace/dictation/ports';

export interface MicrophoneDependencies {
  system: Pick<MediaDevices, 'getUserMedia'>;
  /** Starts capturing the audio of an open microphone. */
  soundOf(media: MediaStream): Promise<ReadableStream<SoundPiece>>;
}

/** The visitor's microphone, open only while there is a listener. */
export class PageMicrophone implements Microphone {
  readonly #dependencies: MicrophoneDependencies;

  constructor(dependencies: MicrophoneDependencies) {
    this.#dependencies = dependencies;
  }

  /** Asks for permission by opening the microphone briefly. Resolves to the reason if it can't be used. */
  async ask(): Promise<ReturnType<typeof openingFailure> | undefined> {
    try {
      closeMedia(await this.#openMedia());
      return undefined;
    } catch (error) {
      return openingFailure(error);
    }
  }

  open(listener: MicrophoneListener): MicrophoneStream {
    let isOver = false;
    let media: MediaStream | undefined;
    let tap: SampleTap | undefined;
    const close = () => {
      isOver = true;
      tap?.end();
      if (media) closeMedia(media);
    };
    const end = (failure: MicrophoneFailure) => {
      if (isOver) return;
      close();
      listener.onEnd(failure);
    };
    const open = async () => {
      const opened = await this.#openMedia();
      if (isOver) return closeMedia(opened);
      media = opened;
      for (const track of media.getTracks()) track.onended = () => end('lost');
      const sound = await this.#dependencies.soundOf(media);
      if (isOver) return sound.cancel();
      tap = new SampleTap(sound, (samples) => {
        if (!isOver) listener.onSamples(samples);
      });
    };
    const opened = open().catch((error: unknown) => end(openingFailure(error)));
    return {
      async catchUp(onDone) {
        const nowMs = performance.now();
        await opened;
        await tap?.catchUp(nowMs);
        onDone();
      },
      close,
    };
  }

  #openMedia(): Promise<MediaStream> {
    return this.#dependencies.system.getUserMedia({ audio: UNPROCESSED });
  }
}
