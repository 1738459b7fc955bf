import type { CleanUp, WritingSettings } from './writing.ts';

/** What holds in one app in place of what holds elsewhere. What is undefined is as elsewhere. */
export interface AppRule {
  /** As `InsertionTarget.app` names it; upper and lower case are the same. */
  app: string;
  languages?: readonly string[] | undefined;
  pressReturn?: WritingSettings['pressReturn'] | undefined;
  lineBreaks?: 'keep' | 'spaces' | undefined;
  spokenCommands?: boolean | undefined;
  removeFillers?: boolean | undefined;
  /** Texts are tidied up, if there is anybody for it. */
  cleanUp?: boolean | undefined;
  insertWhileHolding?: boolean | undefined;
}

/** What holds in every app that no rule speaks of, and the rules; the first one for an app counts. */
export interface WritingWithRules extends Omit<WritingSettings, 'lineBreaks' | 'cleanUp'> {
  /** Texts are tidied up. */
  cleanUp: { enabled: boolean };
  appRules: readonly AppRule[];
}

/** How text is written into an app; undefined: into one that isn't known. `cleanUp`: by whom it is tidied up, if it is to be. */
export function writingIn(app: string | undefined, settings: WritingWithRules, cleanUp?: CleanUp): WritingSettings {
  const { appRules, cleanUp: everywhere, ...elsewhere } = settings;
  const { app: _, cleanUp: here, ...rule }: Partial<AppRule> = ruleFor(app, appRules) ?? {};
  const ruled = Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined));
  const isTidied = here ?? everywhere.enabled;
  return { ...elsewhere, lineBreaks: 'by-field', ...ruled, cleanUp: isTidied ? cleanUp : undefined };
}

/** Whether two names are those of the same app. */
export function isSameApp(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function ruleFor(app: string | undefined, rules: readonly AppRule[]): AppRule | undefined {
  return app === undefined ? undefined : rules.find((rule) => isSameApp(rule.app, app));
}
