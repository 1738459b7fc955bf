import { existsSync, readFileSync } from 'node:fs';
import { URL_SCHEME } from '@workspace/contract/brand';
import { BETA_ALLOWANCE } from '@workspace/contract/usage';
import { factsOf } from '@workspace/speech/registry';
import { describe, expect, it } from 'vitest';
import { FAQ } from './faq.ts';
import { TRIAL_ALLOWANCE } from './free-trial.ts';
import { HOLD_SCENES } from './hold-scenes.ts';
import { KEY_PAGES } from './key-pages.ts';
import { LEGAL_UPDATED, type LegalDocument } from './legal-document.ts';
import { MARKETING_FEATURES } from './marketing-features.ts';
import { MEASUREMENTS } from './measurements.ts';
import { PRIVACY } from './privacy.ts';
import { TERMS } from './terms.ts';

const wholeText = ({ sections }: LegalDocument) =>
  sections.flatMap(({ title, paragraphs, list = [] }) => [title, ...paragraphs, ...list]).join('\n');

describe('the texts of the public pages', () => {
  it('list six features', () => {
    expect(MARKETING_FEATURES).toHaveLength(6);
  });

  it('answer at least ten questions, each once', () => {
    expect(FAQ.length).toBeGreaterThanOrEqual(10);
    expect(new Set(FAQ.map(({ question }) => question)).size).toBe(FAQ.length);
  });

  it('promise on-device recognition only for English', () => {
    for (const { question, answer } of FAQ)
      if (answer.includes('your Mac understands')) expect(answer, question).toContain('English');
  });

  it('have three measurements, each with an existing command to repeat it', () => {
    expect(new Set(MEASUREMENTS.map(({ id }) => id)).size).toBe(3);
    const root = new URL('../../../../', import.meta.url);
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
    for (const { command } of MEASUREMENTS) {
      const script = /^npm run (\S+)/.exec(command)?.[1];
      if (script === undefined) expect(existsSync(new URL(command.split(' ').at(-1) ?? '', root)), command).toBe(true);
      else expect(scripts).toHaveProperty(script);
    }
  });

  it('state the same free allowance as the server grants', () => {
    expect(BETA_ALLOWANCE).toEqual({ seconds: 3_600, windowMs: 7 * 86_400_000 });
    expect(TRIAL_ALLOWANCE).toBe('1 hour in any 7 days');
  });

  it('link to the same key pages as the app', () => {
    for (const [id, { name, address }] of Object.entries(KEY_PAGES)) {
      const facts = factsOf(id as keyof typeof KEY_PAGES);
      expect({ name: facts.name, address: facts.keyPage }).toEqual({ name, address });
    }
  });

  it('have demo dictations of more than ten words', () => {
    for (const { text } of HOLD_SCENES) expect(text.split(' ').length).toBeGreaterThan(10);
  });
});

describe('the legal texts', () => {
  it('are dated', () => {
    expect(LEGAL_UPDATED).toBe('2025-02-28');
  });

  it.each([
    'one-time purchase',
    'no subscription',
    '30-day money-back guarantee',
    'no questions asked',
    '5-10 business days',
    'the greater of $100 or what you paid us in the last 12 months',
    'Wyoming',
    'Unlimited usage',
  ])('include in the terms: %s', (words) => {
    expect(wholeText(TERMS)).toContain(words);
  });

  it.each([
    'straight to your speech-to-text provider',
    'never stores audio or transcriptions',
    'the audio never leaves it',
    '“auth-storage”',
    '“jwtToken”',
    '“theme”',
    '“sidebar”',
    '“session_id”',
    '“utm”',
    '“react-router-scroll-positions”',
    `“${URL_SCHEME}_refresh”`,
    `“${URL_SCHEME}_browser”`,
    `“${URL_SCHEME}_google”`,
    'Global Privacy Control',
  ])('include in the privacy policy: %s', (words) => {
    expect(wholeText(PRIVACY)).toContain(words);
  });

  it.each([TERMS, PRIVACY])('have unique section titles', ({ sections }) => {
    expect(new Set(sections.map(({ title }) => title)).size).toBe(sections.length);
  });
});
