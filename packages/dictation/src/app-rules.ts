import type { WritingSettings } from './writing.ts';

/** What holds in one app in place of what holds elsewhere. What is undefined is as elsewhere. */
export interface AppRule {
  /** As `InsertionTarget.app` names it; upper and lower case are the same. */
  app: string;
  languages?: readonly string[] | undefined;
  pressReturn?: WritingSettings['pressReturn'] | undefined;
  lineBreaks?: 'keep' | 'spaces' | undefined;
  spokenCommands?: boolean | undefined;
  removeFillers?: boolean | undefined;
  insertWhileHolding?: boolean | undefined;
}

/** What holds in every app that no rule speaks of, and the rules; the first one for an app counts. */
export interface WritingWithRules extends Omit<WritingSettings, 'lineBreaks'> {
  appRules: readonly AppRule[];
}

/** How text is written into an app; undefined: into one that isn't known. */
export function writingIn(app: string | undefined, settings: WritingWithRules): WritingSettings {
  const { appRules, ...elsewhere } = settings;
  const { app: _, ...rule }: Partial<AppRule> = ruleFor(app, appRules) ?? {};
  const ruled = Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined));
  return { ...elsewhere, lineBreaks: 'by-field', ...ruled };
}

/** Whether two names are those of the same app. */
export function isSameApp(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function ruleFor(app: string | undefined, rules: readonly AppRule[]): AppRule | undefined {
  return app === undefined ? undefined : rules.find((rule) => isSameApp(rule.app, app));
}
