// For people with API keys: speaks the sample to each real provider through the product's own clients, and reports what
// was observed about each open question in docs/providers.md. Nothing that was said is printed. Costs a cent or less.
import { ConfigurationError } from '@workspace/command-line/configuration';
import { explain } from '@workspace/command-line/exit-codes';
import { write } from '@workspace/command-line/output';
import { createNodeTransport } from '@workspace/node-ports/node-transport';
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import { createProvider } from '@workspace/speech/create-provider';
import type { ProviderOptions } from '@workspace/speech/provider';
import type { RemoteProviderId } from '@workspace/speech/registry';
import { type ConfiguredWay, readWays } from './provider-check/configuration.ts';
import { dictateSample } from './provider-check/dictate-sample.ts';
import { judgeClaims, type Recording } from './provider-check/judge-claims.ts';
import { ObservingTransport } from './provider-check/observing-transport.ts';
import { asJson, asTables, type DictationReport } from './provider-check/report.ts';
import { loadSample, type Sample } from './provider-check/sample.ts';
import { tryKey } from './provider-check/try-key.ts';

/** A key that no provider has issued. */
const WRONG_KEY = 'sk-wrong-key';

const clock = createSteadyClock();

function observe(provider: RemoteProviderId, options: ProviderOptions) {
  const transport = new ObservingTransport(createNodeTransport({ proxyEnvironment: process.env }), clock);
  return { provider: createProvider(provider, options, { clock, transport }), observations: transport.observations };
}

async function dictate(way: ConfiguredWay, sample: Sample): Promise<DictationReport> {
  if (way.options === undefined) return { way };
  const { provider, observations } = observe(way.provider, way.options);
  const model = way.model ?? provider.models[0]?.id ?? '';
  const price = provider.models.find(({ id }) => id === model)?.pricePerMinute;
  const cost = price === undefined ? 'at its owner’s price' : `about $${((sample.seconds / 60) * price).toFixed(4)}`;
  console.error(`${way.name}: ${sample.seconds.toFixed(1)} s of audio to ${provider.host} (${model}), ${cost}`);
  const outcome = await dictateSample(provider, model, sample, clock);
  return { way, host: provider.host, outcome, observations };
}

/** Records what happens to a wrong key, at OpenAI only: the other providers leave no open question. */
async function recordWrongKey(ways: readonly ConfiguredWay[]): Promise<Recording[]> {
  const options = ways.find(({ provider }) => provider === 'openai')?.options;
  if (options === undefined) return [];
  const { provider, observations } = observe('openai', { ...options, key: WRONG_KEY });
  await tryKey(provider);
  return [{ id: 'openai-wrong-key', observations }];
}

async function run(): Promise<number> {
  const options = process.argv.slice(2);
  if (options.some((option) => option !== '--json')) throw new ConfigurationError('The only option is --json.');
  const ways = readWays(process.env);
  const sample = await loadSample();
  const [wrongKey, ...dictations] = await Promise.all([
    recordWrongKey(ways),
    ...ways.map((way) => dictate(way, sample)),
  ]);
  const recordings = dictations.flatMap(({ way, observations }) =>
    observations === undefined ? [] : [{ id: way.id, observations }],
  );
  if (recordings.length === 0)
    console.error('Nothing was dictated: set OPENAI_API_KEY, or the API key of another provider.');
  const report = { dictations, claims: judgeClaims([...recordings, ...wrongKey]) };
  await write(process.stdout, options.length > 0 ? asJson(report) : asTables(report));
  return dictations.every(({ outcome }) => outcome === undefined || outcome.result === 'as expected') ? 0 : 1;
}

/** Unexpected errors are reported without their messages, which may quote what was said. */
function fail(error: unknown): never {
  console.error(explain(error).message);
  process.exit(1);
}

process.on('uncaughtException', fail);
// Kept-alive connections would keep the process running.
process.exit(await run().catch(fail));
