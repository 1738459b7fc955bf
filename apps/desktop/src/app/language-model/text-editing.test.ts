import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeLanguageModels } from '../testing/fake-language-model.ts';
import { createTextEditor, questionOf } from './text-editing.ts';

const OPTIONS = { baseUrl: 'https://models.example/v1', key: 'k', model: 'm' };

describe('the question to a model about a text', () => {
  it('has the unchanged text between two marks, separate from the instruction', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (instruction, text) => {
        const { instructions, input } = questionOf({ instruction, text }, 'mark-1');
        expect(input).toBe(`mark-1\n${text}\nmark-1`);
        expect(instructions.endsWith(`done with it: ${instruction}`)).toBe(true);
        // Nothing from the text is in the instructions.
        expect(questionOf({ instruction, text: 'another' }, 'mark-1').instructions).toBe(instructions);
      }),
    );
  });

  it('uses a new random mark each time, so that no text can contain it', () => {
    const request = { instruction: 'Shorter.', text: 'some text' };
    const marks = Array.from({ length: 20 }, () => questionOf(request).input.split('\n')[0]);
    expect(new Set(marks).size).toBe(20);
    for (const mark of marks) expect(mark?.length).toBeGreaterThan(20);
  });

  it('is only the instruction if there is no text', () => {
    expect(questionOf({ instruction: 'A haiku on rain.', text: '' }).input).toBe('A haiku on rain.');
  });
});

describe('a text editor', () => {
  it('reports a failure, and cancels the request on demand', async () => {
    const models = new FakeLanguageModels();
    const editor = createTextEditor(models.create(OPTIONS));
    expect(editor.host).toBe('models.example');
    const request = { instruction: 'Shorter.', text: 'some text' };
    const refused = editor.edit(request);
    models.asked[0]?.fail('refused', 'models.example would not answer.');
    expect(await refused.outcome).toEqual({ problem: 'models.example would not answer.' });
    const answered = editor.edit(request);
    models.asked[1]?.answer('text');
    expect(await answered.outcome).toEqual({ text: 'text' });
    const cancelled = editor.edit(request);
    cancelled.cancel();
    expect(models.asked[2]?.isCancelled).toBe(true);
    expect(await cancelled.outcome).toHaveProperty('problem');
  });
});
