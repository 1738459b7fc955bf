import type { Clock } from '@workspace/speech/clock';
import { parseJson } from '@workspace/speech/json';
import { HTTP } from '@workspace/speech/limits';
import { PatientExchange, textOf } from '@workspace/speech/patient-exchange';
import type { Transport } from '@workspace/speech/transport';
import { z } from 'zod';
import type { LanguageModelOptions } from './language-model.ts';

const answerSchema = z.object({ data: z.array(z.object({ id: z.string().min(1).max(100) })) });
/** More than anybody would choose from. */
const MAX_MODELS = 500;

/** Returns the IDs of a server's models, in its order; empty if the request fails. Never rejects. */
export async function listModels(
  { baseUrl, key }: Pick<LanguageModelOptions, 'baseUrl' | 'key'>,
  ports: { clock: Clock; transport: Transport },
): Promise<string[]> {
  const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
  const exchange = new PatientExchange({ method: 'GET', url: `${baseUrl}/models`, headers }, HTTP.keyCheckMs, ports);
  try {
    const { status, body } = await exchange.response();
    const { data } = answerSchema.safeParse(status === 200 ? parseJson(await textOf(body)) : undefined);
    return data?.data.map(({ id }) => id).slice(0, MAX_MODELS) ?? [];
  } catch {
    return [];
  } finally {
    exchange.cancel();
  }
}
