import type { TextCleaner } from '@workspace/dictation/ports';
import {
  type LanguageModel,
  LanguageModelError,
  type LanguageModelErrorKind,
  type LanguageModelOptions,
  type PendingAnswer,
  type Question,
} from '@workspace/language-model/language-model';
import type { LanguageModels } from '../language-model/language-models.ts';

/** A question to be answered by the test. */
export class AskedQuestion implements PendingAnswer {
  readonly options: LanguageModelOptions;
  readonly question: Question;
  isCancelled = false;
  readonly #answer = Promise.withResolvers<string>();

  constructor(options: LanguageModelOptions, question: Question) {
    this.options = options;
    this.question = question;
    // The answer to a cancelled request may be ignored.
    this.text.catch(() => {});
  }

  get text(): Promise<string> {
    return this.#answer.promise;
  }

  cancel(): void {
    this.isCancelled = true;
    this.fail('aborted');
  }

  answer(text: string): void {
    this.#answer.resolve(text);
  }

  fail(kind: LanguageModelErrorKind, message = 'The model gave no answer.'): void {
    this.#answer.reject(new LanguageModelError(kind, message));
  }
}

/** Language models that only record what they are asked; the test answers, and any answer counts as tidied up. */
export class FakeLanguageModels implements LanguageModels {
  /** Oldest first. */
  readonly asked: AskedQuestion[] = [];
  /** The models that servers list. */
  names: readonly string[] = [];
  readonly listed: Pick<LanguageModelOptions, 'baseUrl' | 'key'>[] = [];

  readonly list = async (options: Pick<LanguageModelOptions, 'baseUrl' | 'key'>): Promise<readonly string[]> => {
    this.listed.push(options);
    return this.names;
  };

  readonly createCleaner = (model: LanguageModel, instructions: string): TextCleaner => ({
    host: model.host,
    cleanUp: (input) => {
      const pending = model.ask({ instructions, input });
      return { text: pending.text.catch(() => undefined), cancel: () => pending.cancel() };
    },
  });

  readonly create = (options: LanguageModelOptions): LanguageModel => ({
    host: new URL(options.baseUrl).host,
    ask: (question) => {
      const pending = new AskedQuestion(options, question);
      this.asked.push(pending);
      return pending;
    },
  });
}
