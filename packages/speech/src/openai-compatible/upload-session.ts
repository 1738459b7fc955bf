import { HTTP } from '../limits.ts';
import type { SttConfig, SttError, SttEvent, SttSession } from '../provider.ts';
import { concatenated } from '../samples.ts';
import type { SessionPorts } from '../session-connection.ts';
import { splitAtPauses } from './split-at-pauses.ts';
import { Upload, type UploadServer } from './upload.ts';
import { samplesInWavFile } from './wav-file.ts';

/** A stretch of audio between two cuts, and its text so far. */
interface Phrase {
  segment: string;
  from: number;
  to: number;
  /** One for each upload, in order. */
  parts: PhrasePart[];
}

interface PhrasePart {
  phrase: Phrase;
  upload: Upload;
  text: string;
  isFinal: boolean;
}

/** A session in which each cut uploads the audio since the last one as a file; the answer is its text. */
export class UploadSession implements SttSession {
  readonly #config: SttConfig;
  readonly #server: UploadServer;
  readonly #ports: SessionPorts;
  readonly #listener: (event: SttEvent) => void;
  /** Copies of what was pushed since the last cut. */
  #uncut: Int16Array[] = [];
  #cutAt = 0;
  #phraseCount = 0;
  #waiting: PhrasePart[] = [];
  readonly #underWay = new Set<PhrasePart>();
  #hasEnded = false;
  #isOver = false;

  constructor(config: SttConfig, server: UploadServer, ports: SessionPorts, listener: (event: SttEvent) => void) {
    this.#config = config;
    this.#server = server;
    this.#ports = ports;
    this.#listener = listener;
    // No connection is needed before the first upload.
    Promise.resolve().then(() => this.#emit({ type: 'ready' }));
  }

  /** Bytes of phrases whose upload has not started. Audio that is not cut yet isn't waiting to be sent. */
  get backlogBytes(): number {
    return this.#waiting.reduce((sum, { upload }) => sum + upload.byteLength, 0);
  }

  push(samples: Int16Array): void {
    this.#uncut.push(samples.slice());
  }

  cut(): void {
    const samples = concatenated(this.#uncut);
    this.#uncut = [];
    if (samples.length === 0 || this.#isOver) return;
    const from = this.#cutAt;
    this.#cutAt += samples.length;
    this.#phraseCount += 1;
    const phrase: Phrase = { segment: `phrase-${this.#phraseCount}`, from, to: this.#cutAt, parts: [] };
    for (const part of splitAtPauses(samples, samplesInWavFile(HTTP.maxFileBytes))) {
      const upload = new Upload(part, this.#config, this.#server, this.#ports);
      phrase.parts.push({ phrase, upload, text: '', isFinal: false });
    }
    this.#waiting.push(...phrase.parts);
    this.#startUploads();
  }

  end(): void {
    this.#hasEnded = true;
    // Deferred, since no event may be emitted during a call.
    Promise.resolve().then(() => this.#closeWhenDone());
  }

  cancel(): void {
    this.#isOver = true;
    this.#waiting = [];
    for (const { upload } of this.#underWay) upload.cancel();
  }

  #startUploads(): void {
    while (this.#underWay.size < HTTP.maxUploads) {
      const part = this.#waiting.shift();
      if (part === undefined) return;
      this.#underWay.add(part);
      void this.#transcribe(part);
    }
  }

  async #transcribe(part: PhrasePart): Promise<void> {
    const { segment, from, to, parts } = part.phrase;
    const outcome = await part.upload.run((text) => {
      part.text = text;
      this.#emit({ type: 'partial', segment, from, text: joinedText(parts), stable: 0 });
    });
    if ('error' in outcome) {
      this.#close(outcome.error);
      return;
    }
    this.#underWay.delete(part);
    part.text = outcome.text;
    part.isFinal = true;
    if (parts.every(({ isFinal }) => isFinal)) {
      this.#emit({ type: 'final', segment, from, to, text: joinedText(parts) });
    }
    this.#startUploads();
    this.#closeWhenDone();
  }

  #emit(event: SttEvent): void {
    if (!this.#isOver) this.#listener(event);
  }

  #closeWhenDone(): void {
    if (this.#hasEnded && this.#underWay.size === 0) this.#close();
  }

  #close(error?: SttError): void {
    if (this.#isOver) return;
    this.cancel();
    this.#listener({ type: 'closed', ...(error === undefined ? {} : { error }) });
  }
}

/** Returns the text of a phrase. Whisper's texts begin with a space. */
function joinedText(parts: PhrasePart[]): string {
  return parts
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
    .join(' ');
}
