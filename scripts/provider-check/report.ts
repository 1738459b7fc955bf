import type { ConfiguredWay } from './configuration.ts';
import type { Outcome } from './dictate-sample.ts';
import type { JudgedClaim } from './judge-claims.ts';
import type { Observation } from './observation.ts';

/** The result of a way. Without an outcome, it was skipped. */
export interface DictationReport {
  way: Pick<ConfiguredWay, 'id' | 'name' | 'needs'>;
  host?: string;
  outcome?: Outcome;
  observations?: readonly Observation[];
}

export interface Report {
  dictations: readonly DictationReport[];
  claims: readonly JudgedClaim[];
}

/** Formats the report as two tables. */
export function asTables({ dictations, claims }: Report): string {
  return [
    ...columns([['Dictation', 'Host', 'Text', 'Words wrong', 'First text', 'Last text'], ...dictations.map(rowOf)]),
    ...dictations.flatMap(({ way, outcome }) => (outcome?.because ? [`${way.name}: ${outcome.because}`] : [])),
    '',
    ...columns([
      ['Open question', 'Verdict', 'Claim', 'Why'],
      ...claims.map(({ id, verdict, says, because }) => [id, verdict, says, because]),
    ]),
    '',
  ].join('\n');
}

/** Formats the report as a JSON object with everything observed. */
export function asJson({ dictations, claims }: Report): string {
  const flat = dictations.map(({ way, host, outcome, observations }) => ({
    id: way.id,
    ...(outcome === undefined ? { result: 'skipped', because: whySkipped(way) } : { host, ...outcome, observations }),
  }));
  return `${JSON.stringify({ dictations: flat, claims })}\n`;
}

function rowOf({ way, host = '–', outcome }: DictationReport): string[] {
  if (outcome === undefined) return [way.name, host, `skipped: ${whySkipped(way)}`];
  const { result, wordErrorRate, firstTextMs, finalMs } = outcome;
  return [way.name, host, result, `${Math.round(wordErrorRate * 100)} %`, inSeconds(firstTextMs), inSeconds(finalMs)];
}

function whySkipped({ needs }: DictationReport['way']): string {
  return `${needs} is not set`;
}

function inSeconds(ms: number | null): string {
  return ms === null ? '–' : `${(ms / 1_000).toFixed(1)} s`;
}

/** Formats rows as lines with aligned columns. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
