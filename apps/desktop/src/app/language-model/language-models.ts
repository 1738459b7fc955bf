import type { TextCleaner } from '@workspace/dictation/ports';
import { createLanguageModel, type LanguageModelPorts } from '@workspace/language-model/create-language-model';
import type { LanguageModel } from '@workspace/language-model/language-model';
import { listModels } from '@workspace/language-model/list-models';
import { createTextCleaner } from '@workspace/language-model/text-cleaner';
import type { ConfiguredLanguageModelDependencies } from './configured-language-model.ts';

/** Creates language models, and cleaners that use them. */
export interface LanguageModels extends Pick<ConfiguredLanguageModelDependencies, 'create' | 'list'> {
  /** `instructions`: the user's additional instructions. */
  createCleaner(model: LanguageModel, instructions: string): TextCleaner;
}

/** Creates language models that are reached over the network. */
export function createLanguageModels(ports: LanguageModelPorts): LanguageModels {
  return {
    create: (options) => createLanguageModel(options, ports),
    list: (server) => listModels(server, ports),
    createCleaner: (model, instructions) => createTextCleaner(model, instructions),
  };
}
