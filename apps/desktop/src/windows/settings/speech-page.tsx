import { LanguageChoice } from './language-choice.tsx';
import { ModelChoice } from './model-choice.tsx';
import { ProviderChoice, useChosenProvider } from './provider-choice.tsx';

/** Who turns speech into text, how, and in which languages. */
export function SpeechPage() {
  const provider = useChosenProvider();
  return (
    <>
      <ProviderChoice />
      {provider && <ModelChoice provider={provider} />}
      <LanguageChoice />
    </>
  );
}
