import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../../ipc/settings-document.ts';
import { isLanguageMeant, LANGUAGES, languageOf } from './languages.ts';

describe('languages', () => {
  it('are listed once each, with a name and a tag that the settings accept', () => {
    for (const { tag, name, ownName } of LANGUAGES) {
      expect(settingsSchema.shape.languages.parse([tag])).toEqual([tag]);
      expect(name).not.toBe(tag);
      expect(ownName).not.toBe('');
    }
    expect(new Set(LANGUAGES.map(({ tag }) => tag)).size).toBe(LANGUAGES.length);
  });

  it('are found by either name, part of a name, or the tag', () => {
    const german = languageOf('de');
    for (const typed of ['german', 'Deutsch', ' erma ', 'DE']) expect(isLanguageMeant(german, typed)).toBe(true);
    expect(isLanguageMeant(german, 'Dutch')).toBe(false);
  });

  it('have a name even if they are not listed', () => {
    expect(languageOf('gsw').name).toBe('Swiss German');
  });
});
