import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { describe, expect, it } from 'vitest';
import { type EditDependencies, VoiceEdit } from './edit.ts';
import { HeldKey } from './held-key.ts';
import type { Postponable, ReplacementOutcome, SelectionReading, TargetKind } from './ports.ts';
import { EDIT } from './tuning.ts';

const selectedIn = (kind: TargetKind, text = 'old text'): SelectionReading => ({
  type: 'selected',
  target: { id: 'field', kind },
  text,
  mark: '1',
});

interface Place {
  selection?: SelectionReading | 'hangs' | 'throws';
  outcome?: ReplacementOutcome | 'throws';
  /** Simulated keys must wait until the held one is released. */
  isKeyHeld?: boolean;
  hasEditor?: boolean;
  isClipboardBroken?: boolean;
}

/** An edit in a field, with a model that answers as the test says. */
function edit({ selection = selectedIn('multi-line'), outcome = 'replaced', ...place }: Place = {}) {
  const { hasEditor = true, isClipboardBroken = false, isKeyHeld = false } = place;
  const clock = new FakeClock();
  const asked: { instruction: string; text: string }[] = [];
  const heldKey = new HeldKey();
  heldKey.set(isKeyHeld);
  const replaced: string[] = [];
  const left: string[] = [];
  const answer = Promise.withResolvers<{ text: string } | { problem: string }>();
  let cancels = 0;
  const dependencies: EditDependencies = {
    clock: {
      now: () => clock.now(),
      schedule: (delayMs, callback) => clock.schedule(delayMs, callback),
      wallTime: () => clock.now(),
      timeZone: () => 'UTC',
    },
    heldKey,
    inserter: {
      leaveOnClipboard: async (text) => {
        left.push(text);
        return !isClipboardBroken;
      },
    },
    editing: {
      selections: {
        read: async () => {
          if (selection === 'hangs') return new Promise<never>(() => {});
          if (selection === 'throws') throw new Error('The display is gone');
          return selection;
        },
        replace: async (_selection, text, isWanted, mayReleaseKeys): Promise<Postponable<ReplacementOutcome>> => {
          if (mayReleaseKeys?.() === false) return 'postponed';
          if (outcome === 'throws') throw new Error('The field is gone');
          if (isWanted()) replaced.push(text);
          return outcome;
        },
      },
      editor: () =>
        hasEditor
          ? {
              host: 'model.example',
              edit: (request) => {
                asked.push(request);
                const cancel = () => {
                  cancels += 1;
                  answer.resolve({ problem: 'cancelled' });
                };
                return { outcome: answer.promise, cancel };
              },
            }
          : undefined,
    },
    writing: () => ({ lineBreaks: 'by-field' }),
    onChange: () => {},
  };
  const made = new VoiceEdit(dependencies);
  return {
    edit: made,
    clock,
    heldKey,
    asked,
    replaced,
    left,
    cancels: () => cancels,
    /** Gives an instruction, and performs it with an answer. */
    async perform(text?: string, instruction = 'Make this shorter.') {
      made.add(1, instruction);
      const done = made.perform();
      if (text !== undefined) answer.resolve({ text });
      await done;
      return made.state;
    },
    begin: (instruction = 'Make this shorter.') => {
      made.add(1, instruction);
      return made.perform();
    },
    fail: (problem: string) => answer.resolve({ problem }),
  };
}

describe('an edit by voice', () => {
  it('sends the instruction and the selection, and replaces the selection with the answer', async () => {
    const { asked, replaced, perform } = edit();
    expect(await perform('new text')).toEqual({ type: 'replaced', host: 'model.example' });
    expect(asked).toEqual([{ instruction: 'Make this shorter.', text: 'old text' }]);
    expect(replaced).toEqual(['new text']);
  });

  it('postpones the replacement while a held key would alter simulated keystrokes', async () => {
    const { heldKey, replaced, perform } = edit({ isKeyHeld: true });
    const done = perform('new text');
    await settlePromises();
    expect(replaced).toEqual([]);
    heldKey.set(false);
    expect(await done).toEqual({ type: 'replaced', host: 'model.example' });
    expect(replaced).toEqual(['new text']);
  });

  it.each([
    [' old text\n', 'new', ' new\n'],
    ['old text', '\nnew \n', 'new'],
    ['  ', 'new', 'new'],
  ])('keeps the white space around the selected text: %j', async (selected, answer, expected) => {
    const { replaced, perform } = edit({ selection: selectedIn('multi-line', selected) });
    await perform(answer);
    expect(replaced).toEqual([expected]);
  });

  it('inserts no line break where one would send, and no control characters anywhere', async () => {
    const chat = edit({ selection: selectedIn('chat') });
    await chat.perform('- one\n- two\u001B[201~');
    expect(chat.replaced).toEqual(['- one - two']);
    const editor = edit();
    await editor.perform('- one\n- two\u001B[201~');
    expect(editor.replaced).toEqual(['- one\n- two']);
  });

  it.each<[SelectionReading | 'throws']>([[{ type: 'none' }], ['throws']])(
    'sends no text if nothing is selected (%j), and leaves the answer on the clipboard',
    async (selection) => {
      const { asked, left, replaced, perform } = edit({ selection });
      expect(await perform('a poem\n')).toEqual({ type: 'left', host: 'model.example', why: 'none' });
      expect([asked[0]?.text, left, replaced]).toEqual(['', ['a poem'], []]);
    },
  );

  it('treats a selection that can’t be read in time as no selection', async () => {
    const { edit: made, clock, asked, begin } = edit({ selection: 'hangs' });
    void begin();
    await settlePromises();
    expect([asked, made.state]).toEqual([[], { type: 'instructed', selection: undefined }]);
    clock.advance(EDIT.readMs);
    await settlePromises();
    expect(asked).toEqual([{ instruction: 'Make this shorter.', text: '' }]);
  });

  it.each(['secure', 'too-long'] as const)('asks no language model if the selection is %s', async (type) => {
    const { asked, edit: made, perform } = edit({ selection: { type } });
    await settlePromises();
    expect(made.state).toEqual({ type: 'instructed', selection: type });
    expect(await perform()).toMatchObject({ type: 'failed', why: type });
    expect(asked).toEqual([]);
  });

  it('asks no language model if nothing was said, none is set up, or the instruction is incomplete', async () => {
    const silent = edit();
    await silent.perform(undefined, ' ');
    expect(silent.edit.state).toEqual({ type: 'instructed', selection: 'selected' });
    const alone = edit({ hasEditor: false });
    expect(await alone.perform()).toMatchObject({ why: 'no-editor' });
    const part = edit();
    part.edit.add(1, 'Make this');
    part.edit.abandon();
    expect(part.edit.state).toMatchObject({ why: 'incomplete' });
    expect([...silent.asked, ...alone.asked, ...part.asked]).toEqual([]);
  });

  it('replaces nothing if the answer is missing, empty or late', async () => {
    const failed = edit();
    const done = failed.begin();
    failed.fail('model.example is out of credit.');
    await done;
    expect(failed.edit.state).toMatchObject({ why: 'unusable', problem: 'model.example is out of credit.' });
    const empty = edit();
    expect(await empty.perform(' \n')).toMatchObject({ why: 'empty', host: 'model.example' });
    const late = edit();
    const lateDone = late.begin();
    await settlePromises();
    late.clock.advance(EDIT.limitMs - 1);
    expect(late.cancels()).toBe(0);
    late.clock.advance(1);
    await lateDone;
    expect(late.edit.state).toMatchObject({ type: 'failed', why: 'late', host: 'model.example' });
    expect([late.cancels(), ...failed.replaced, ...empty.replaced, ...late.replaced]).toEqual([1]);
  });

  it.each(['moved', 'not-editable', 'secure-field', 'secure-input'] as const)(
    'reports why the answer is on the clipboard: %s',
    async (why) => {
      expect(await edit({ outcome: why }).perform('new')).toEqual({ type: 'left', host: 'model.example', why });
    },
  );

  it.each(['failed', 'throws'] as const)(
    'keeps an answer that could be put neither in the field nor on the clipboard (%s)',
    async (outcome) => {
      expect(await edit({ outcome }).perform('new')).toMatchObject({ why: 'not-left', answer: 'new' });
      const nowhere = edit({ selection: { type: 'none' }, isClipboardBroken: true });
      expect(await nowhere.perform('new')).toMatchObject({ why: 'not-left', answer: 'new' });
    },
  );

  it('stops at once when canceled', async () => {
    const { edit: made, cancels, replaced, left, begin } = edit();
    const done = begin();
    await settlePromises();
    made.cancel();
    await done;
    expect([cancels(), replaced, left]).toEqual([1, [], []]);
    expect(made.state).toEqual({ type: 'asking', host: 'model.example' });
  });
});
