import { type Clock, withinLimit } from '@workspace/speech/clock';

/** Something that this product assumes about macOS. */
export interface Claim {
  /** Short, without spaces. */
  id: string;
  says: string;
  /** Resolves with what was observed, in a few words. Throws `Unseen` if it can't be judged here, any other error if it is false. */
  check(): Promise<string>;
  /** How long it may take; 90 s by default. */
  limitMs?: number;
}

type Verdict = 'holds' | 'refuted' | 'unseen';

export interface JudgedClaim extends Pick<Claim, 'id' | 'says'> {
  verdict: Verdict;
  because: string;
}

/** Why a claim could be neither shown nor refuted. */
export class Unseen extends Error {
  override readonly name = 'Unseen';
}

const CLAIM_MS = 90_000;

/** Judges claims one after the other. Each is printed when it begins, so that a hang can be traced, and once it is judged. */
export async function judgeClaims(
  claims: readonly Claim[],
  clock: Clock,
  print: (line: string) => void,
  onJudged: (claim: JudgedClaim) => void = () => {},
): Promise<JudgedClaim[]> {
  const judged: JudgedClaim[] = [];
  for (const { id, says, check, limitMs = CLAIM_MS } of claims) {
    print(`…        ${id}`);
    const { verdict, because } = await judge(check, limitMs, clock);
    const claim = { id, says, verdict, because };
    judged.push(claim);
    print(lineOf(claim));
    onJudged(claim);
  }
  return judged;
}

export function lineOf({ id, says, verdict, because }: JudgedClaim): string {
  return `${verdict.padEnd(8)} ${id}: ${says}${because && ` (${because})`}`;
}

/** The verdict on a part that broke off. */
export function brokenOff(because: string): JudgedClaim {
  return { id: 'process', says: 'the check completes', verdict: 'refuted', because };
}

async function judge(
  check: Claim['check'],
  limitMs: number,
  clock: Clock,
): Promise<Pick<JudgedClaim, 'verdict' | 'because'>> {
  try {
    const because = await withinLimit(clock, limitMs, check());
    if (because === undefined) return { verdict: 'refuted', because: `not finished after ${limitMs / 1_000} s` };
    return { verdict: 'holds', because };
  } catch (error) {
    return { verdict: error instanceof Unseen ? 'unseen' : 'refuted', because: reasonOf(error) };
  }
}

/** Claims that are judged together, such as those about the whole app. */
export interface CheckPart {
  title: string;
  judge(): Promise<JudgedClaim[]>;
}

/**
 * Judges parts one after the other. One that breaks off counts as refuted, and the next one is still judged. `onTable` gets each
 * part's table as soon as it is complete, since the check may be killed.
 */
export async function judgeParts(
  parts: readonly CheckPart[],
  print: (line: string) => void,
  onTable: (table: string) => void,
): Promise<JudgedClaim[]> {
  const all: JudgedClaim[] = [];
  const tables: string[] = [];
  for (const { title, judge } of parts) {
    print(`\n${title}`);
    const judged = await judge().catch((error: unknown): JudgedClaim[] => {
      const broken = brokenOff(reasonOf(error));
      print(lineOf(broken));
      return [broken];
    });
    all.push(...judged);
    const table = tableOf(title, judged);
    tables.push(table);
    onTable(table);
  }
  print(`\n${tables.join('\n')}`);
  const count = (verdict: Verdict) => all.filter((claim) => claim.verdict === verdict).length;
  print(`${count('holds')} hold, ${count('refuted')} refuted, ${count('unseen')} not observed`);
  return all;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0]! : String(error);
}

/** The claims as a Markdown table, for a terminal and for a workflow's summary. */
export function tableOf(title: string, claims: readonly JudgedClaim[]): string {
  const cells = claims.map(({ verdict, id, says, because }) => [verdict, id, says, because]);
  const rows = [['Verdict', 'Claim', 'Statement', 'Observed'], ['---', '---', '---', '---'], ...cells];
  return [
    title,
    '',
    ...rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
    '',
  ].join('\n');
}
