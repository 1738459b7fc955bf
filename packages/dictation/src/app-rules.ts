import type { CleanUp, WritingSettings } from './writing.ts';

/** Settings for one app. Undefined ones are the same as elsewhere. */
export interface AppRule {
  /** As in `InsertionTarget.app`; case-insensitive. */
  app: string;
  languages?: readonly string[] | undefined;
  pressReturn?: WritingSettings['pressReturn'] | undefined;
  lineBreaks?: 'keep' | 'spaces' | undefined;
  spokenCommands?: boolean | undefined;
  removeFillers?: boolean | undefined;
  /** Texts are tidied up, if there is anything to do it. */
  cleanUp?: boolean | undefined;
  insertWhileHolding?: boolean | undefined;
}

/** Settings for all apps without a rule, and the rules; the first one for an app counts. */
export interface WritingWithRules extends Omit<WritingSettings, 'lineBreaks' | 'cleanUp'> {
  /** Texts are tidied up. */
  cleanUp: { enabled: boolean };
  appRules: readonly AppRule[];
}

/**
 * Returns the writing settings that apply in an app (undefined: an unknown one). `cleanUp`: used where texts are to be
 * tidied up.
 */
export function writingIn(app: string | undefined, settings: WritingWithRules, cleanUp?: CleanUp): WritingSettings {
  const { appRules, cleanUp: everywhere, ...elsewhere } = settings;
  const { app: _, cleanUp: here, ...rule }: Partial<AppRule> = ruleFor(app, appRules) ?? {};
  const ruled = Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined));
  const isTidied = here ?? everywhere.enabled;
  return { ...elsewhere, lineBreaks: 'by-field', ...ruled, cleanUp: isTidied ? cleanUp : undefined };
}

/** Whether two names denote the same app. */
export function isSameApp(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function ruleFor(app: string | undefined, rules: readonly AppRule[]): AppRule | undefined {
  return app === undefined ? undefined : rules.find((rule) => isSameApp(rule.app, app));
}
