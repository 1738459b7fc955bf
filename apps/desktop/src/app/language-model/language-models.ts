import type { TextCleaner } from '@workspace/dictation/ports';
import { createLanguageModel, type LanguageModelPorts } from '@workspace/language-model/create-language-model';
import type { LanguageModel } from '@workspace/language-model/language-model';
import { listModels } from '@workspace/language-model/list-models';
import { createTextCleaner } from '@workspace/language-model/text-cleaner';
import type { ConfiguredLanguageModelDependencies } from './configured-language-model.ts';

/** Language models, and what tidies texts up by them. */
export interface LanguageModels extends Pick<ConfiguredLanguageModelDependencies, 'create' | 'list'> {
  /** `instructions`: what the user wants besides. */
  createCleaner(model: LanguageModel, instructions: string): TextCleaner;
}

/** Language models over the network. */
export function createLanguageModels(ports: LanguageModelPorts): LanguageModels {
  return {
    create: (options) => createLanguageModel(options, ports),
    list: (server) => listModels(server, ports),
    createCleaner: (model, instructions) => createTextCleaner(model, instructions),
  };
}
