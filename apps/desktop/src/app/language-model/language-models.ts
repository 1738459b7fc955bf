import { createLanguageModel, type LanguageModelPorts } from '@workspace/language-model/create-language-model';
import { listModels } from '@workspace/language-model/list-models';
import { createTextCleaner } from '@workspace/language-model/text-cleaner';
import type { LanguageModels } from './text-clean-up.ts';

/** Language models over the network. */
export function createLanguageModels(ports: LanguageModelPorts): LanguageModels {
  return {
    create: (options) => createLanguageModel(options, ports),
    list: (server) => listModels(server, ports),
    createCleaner: (model, instructions) => createTextCleaner(model, instructions),
  };
}
