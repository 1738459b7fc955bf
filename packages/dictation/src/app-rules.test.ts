import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AppRule, type WritingWithRules, writingIn } from './app-rules.ts';
import { FakeCleaner } from './testing/fake-cleaner.ts';
import { AS_RECOGNIZED, type CleanUp } from './writing.ts';

const { lineBreaks: _, ...elsewhere } = AS_RECOGNIZED;
const withRules = (...appRules: AppRule[]): WritingWithRules => ({
  ...elsewhere,
  languages: ['en'],
  cleanUp: { enabled: false },
  appRules,
});

describe('a rule for an app', () => {
  it('applies to that app only, and only to the settings it names', () => {
    const settings = withRules({ app: 'Slack', pressReturn: 'always', languages: undefined });
    expect(writingIn('Slack', settings)).toEqual({ ...AS_RECOGNIZED, languages: ['en'], pressReturn: 'always' });
    expect(writingIn('XTerm', settings)).toEqual({ ...AS_RECOGNIZED, languages: ['en'] });
    expect(writingIn(undefined, settings)).toEqual({ ...AS_RECOGNIZED, languages: ['en'] });
  });

  it('matches only the app’s full name, ignoring case', () => {
    const settings = withRules({ app: ' com.Tinyspeck.SlackMacGap', lineBreaks: 'keep' });
    expect(writingIn('com.tinyspeck.slackmacgap', settings).lineBreaks).toBe('keep');
    expect(writingIn('com.tinyspeck', settings).lineBreaks).toBe('by-field');
  });

  it('may select no language even if others are selected elsewhere', () => {
    expect(writingIn('Slack', withRules({ app: 'Slack', languages: [] })).languages).toEqual([]);
  });

  it('turns clean-up on or off if there is a model for it', () => {
    const cleanUp: CleanUp = { cleaner: new FakeCleaner(), limitMs: 2_500, byPhrase: true };
    const rules = withRules({ app: 'Mail', cleanUp: true }, { app: 'XTerm', cleanUp: false });
    const tidied = (enabled: boolean, by?: CleanUp) =>
      ['Mail', 'XTerm', 'Notes'].map((app) => writingIn(app, { ...rules, cleanUp: { enabled } }, by).cleanUp);
    expect(tidied(true, cleanUp)).toEqual([cleanUp, undefined, cleanUp]);
    expect(tidied(false, cleanUp)).toEqual([cleanUp, undefined, undefined]);
    expect(tidied(true)).toEqual([undefined, undefined, undefined]);
  });

  it('takes precedence over later rules for the same app', () => {
    const rule = fc.record(
      {
        app: fc.constantFrom('a', 'A', 'b', 'c'),
        pressReturn: fc.constantFrom('never' as const, 'always' as const),
        lineBreaks: fc.constantFrom('keep' as const, 'spaces' as const),
        removeFillers: fc.boolean(),
      },
      { requiredKeys: ['app'] },
    );
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 8 }), fc.constantFrom('a', 'b', 'd'), (rules, app) => {
        const { app: _, ...first }: Partial<AppRule> = rules.find((rule) => rule.app.toLowerCase() === app) ?? {};
        expect(writingIn(app, withRules(...rules))).toEqual({ ...AS_RECOGNIZED, languages: ['en'], ...first });
      }),
    );
  });
});
