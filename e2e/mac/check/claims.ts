import { type Clock, withinLimit } from '@workspace/speech/clock';

/** Something that this product takes for true of macOS. */
export interface Claim {
  /** Short, without spaces. */
  id: string;
  says: string;
  /** Resolves with what was seen, in a few words. Throws `Unseen` where it can't be told here, anything else where it is not so. */
  check(): Promise<string>;
  /** It may take so long; 90 s where nothing is said. */
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

/** Judges claims one after the other; each is told when it begins, so that a hang can be traced, and when it is judged. */
export async function judgeClaims(
  claims: readonly Claim[],
  clock: Clock,
  print: (line: string) => void,
): Promise<JudgedClaim[]> {
  const judged: JudgedClaim[] = [];
  for (const { id, says, check, limitMs = CLAIM_MS } of claims) {
    print(`…        ${id}`);
    const { verdict, because } = await judge(check, limitMs, clock);
    judged.push({ id, says, verdict, because });
    print(`${verdict.padEnd(8)} ${id}: ${says}${because && ` (${because})`}`);
  }
  return judged;
}

async function judge(
  check: Claim['check'],
  limitMs: number,
  clock: Clock,
): Promise<Pick<JudgedClaim, 'verdict' | 'because'>> {
  try {
    const because = await withinLimit(clock, limitMs, check());
    if (because === undefined) return { verdict: 'refuted', because: `no end after ${limitMs / 1_000} s` };
    return { verdict: 'holds', because };
  } catch (error) {
    const because = error instanceof Error ? error.message.split('\n')[0]! : String(error);
    return { verdict: error instanceof Unseen ? 'unseen' : 'refuted', because };
  }
}

/** The claims as a table in Markdown, for a terminal and for a workflow's summary. */
export function tableOf(title: string, claims: readonly JudgedClaim[]): string {
  const cells = claims.map(({ verdict, id, says, because }) => [verdict, id, says, because]);
  const rows = [['Verdict', 'Claim', 'It says', 'Seen'], ['---', '---', '---', '---'], ...cells];
  return [
    title,
    '',
    ...rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
    '',
  ].join('\n');
}
