import { concatenated } from '../samples.ts';
import { NetworkFailure } from '../transport.ts';
import type { FakeExchange } from './fake-transport.ts';
import type { PlayedServer, Refusal } from './provider-rules.ts';
import type { RecordedSession } from './recorded-session.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** The samples in an upload's file. */
export function uploadedSamples({ request }: FakeExchange): Int16Array {
  const file = request.form?.find((field) => 'bytes' in field);
  return file === undefined ? new Int16Array() : new Int16Array(file.bytes.buffer, 44);
}

/** A fake server with OpenAI's file API, which answers uploads in order. */
export function playUploadServer({ transport }: RecordedSession): PlayedServer {
  let answeredCount = 0;
  return {
    accept: () => {},
    received: () => concatenated(transport.exchanges.map(uploadedSamples)),
    say(text) {
      transport.exchanges[answeredCount]?.respond(200, JSON_TYPE, JSON.stringify({ text }));
      answeredCount += 1;
    },
    finish: () => {},
    breakOff() {
      for (const exchange of transport.exchanges) exchange.fail(new NetworkFailure('Reset.', 'ECONNRESET'));
    },
  };
}

/** A refusal that answers the first upload in place of the text. */
export function uploadRefusal(what: string, status: number, body: string, kind: Refusal['kind']): Refusal {
  const happen = ({ transport }: RecordedSession) => transport.exchanges[0]!.respond(status, JSON_TYPE, body);
  return { what, when: 'working', happen, kind };
}
