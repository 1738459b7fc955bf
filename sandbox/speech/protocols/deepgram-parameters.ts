import { z } from 'zod';

/** The query parameters of a Deepgram stream. */
export interface DeepgramParameters {
  model: string;
  rate: number;
  interimResults: boolean;
  /** Whether words are written with capitals and punctuation. */
  punctuates: boolean;
  /** Silence that ends an utterance; if absent, none does. */
  endpointingMs?: number;
  utteranceEndMs?: number;
  reportsSpeechStarts: boolean;
  language: string;
  keyterms: string[];
}

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const wholeNumber = z.string().regex(/^\d+$/).transform(Number);
/** Parameters that may be given several times. */
const REPEATABLE = new Set(['keyterm', 'keywords', 'tag', 'replace', 'search', 'redact', 'extra']);

const parametersSchema = z
  .strictObject({
    model: z.string().regex(/^(nova-3|nova-2)(-[a-z]+)*$/, 'No such model/language/tier combination found.'),
    encoding: z.literal('linear16'),
    sample_rate: wholeNumber.pipe(z.int().min(8_000).max(48_000)),
    channels: z.literal('1').optional(),
    language: z
      .string()
      .regex(/^(multi|[a-z]{2,3}(-[A-Za-z0-9]+)*)$/, 'No such model/language/tier combination found.')
      .default('en'),
    interim_results: flag.default(false),
    smart_format: flag.default(false),
    punctuate: flag.default(false),
    dictation: flag.default(false),
    numerals: flag.default(false),
    mip_opt_out: flag.default(false),
    vad_events: flag.default(false),
    endpointing: z.union([z.literal('false'), wholeNumber]).default(10),
    utterance_end_ms: wholeNumber.pipe(z.int().min(1_000)).optional(),
    keyterm: z.array(z.string().min(1)).default([]),
    keywords: z.array(z.string().min(1)).default([]),
    tag: z.array(z.string()).default([]),
    version: z.string().optional(),
  })
  .refine((parameters) => parameters.utterance_end_ms === undefined || parameters.interim_results, {
    error: 'utterance_end_ms requires interim_results.',
  })
  .refine((parameters) => parameters.keyterm.length === 0 || parameters.model.startsWith('nova-3'), {
    error: 'Keyterm prompting is only supported by nova-3 models.',
  })
  .refine((parameters) => parameters.keywords.length === 0 || !parameters.model.startsWith('nova-3'), {
    error: 'Keywords are not supported by nova-3 models, use keyterm instead.',
  });

/** Parses the parameters of a stream, or returns what is wrong with them. */
export function parseDeepgramParameters(query: URLSearchParams): DeepgramParameters | { problem: string } {
  const names = [...new Set(query.keys())];
  const values = names.map((name) => [name, REPEATABLE.has(name) ? query.getAll(name) : onlyValue(query.getAll(name))]);
  const parsed = parametersSchema.safeParse(Object.fromEntries(values));
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    return { problem: [issue.path.join('.'), issue.message].filter((part) => part !== '').join(': ') };
  }
  const { data } = parsed;
  return {
    model: data.model,
    rate: data.sample_rate,
    interimResults: data.interim_results,
    punctuates: data.punctuate || data.smart_format || data.dictation,
    ...(data.endpointing === 'false' ? {} : { endpointingMs: data.endpointing }),
    ...(data.utterance_end_ms === undefined ? {} : { utteranceEndMs: data.utterance_end_ms }),
    reportsSpeechStarts: data.vad_events,
    language: data.language,
    keyterms: data.keyterm,
  };
}

/** A parameter's value; several of them stay a list, which is then refused. */
function onlyValue(values: string[]): string | string[] {
  return values.length === 1 ? values[0]! : values;
}
