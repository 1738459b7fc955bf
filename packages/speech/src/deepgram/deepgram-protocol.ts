import { kindNamedIn } from '../error-kinds.ts';
import { DEEPGRAM } from '../limits.ts';
import { pcmBytes } from '../samples.ts';
import type { RangeMessage, RangeProtocol } from '../streaming/range-session.ts';
import { readServerMessage } from './server-messages.ts';

/** Deepgram's streaming API. The parameters are in the address. */
export const DEEPGRAM_PROTOCOL: RangeProtocol = {
  feed: {
    frame: DEEPGRAM.frame,
    keepAlive: { everyMs: DEEPGRAM.keepAliveMs, message: JSON.stringify({ type: 'KeepAlive' }) },
    encode: pcmBytes,
  },
  isReadyOnOpen: true,
  ending: [JSON.stringify({ type: 'Finalize' }), JSON.stringify({ type: 'CloseStream' })],
  read,
  kindOfClose: (_, reason) => kindNamedIn(reason) ?? 'server',
};

function read(data: string | Uint8Array): RangeMessage[] {
  const message = readServerMessage(data);
  switch (message?.type) {
    case 'Results': {
      const { start, duration, is_final: isFinal, channel } = message;
      const [fromMs, toMs] = [start * 1_000, (start + duration) * 1_000];
      return [{ type: isFinal ? 'final' : 'partial', fromMs, toMs, text: channel.alternatives[0].transcript }];
    }
    case 'Metadata':
      // Sent once the stream is over. Silence has results too, so a gap before a text means that text is missing.
      return [{ type: 'end', isWhole: false }];
    case 'Error': {
      // Whatever failed, text may be missing.
      const said = `${message.variant} ${message.description} ${message.message}`;
      return [{ type: 'failed', kind: kindNamedIn(said) ?? 'server', code: 'error-message' }];
    }
    case undefined:
      return [];
  }
}
