import { LanguageChoice } from './language-choice.tsx';
import { ModelChoice } from './model-choice.tsx';
import { OnDevice, TakeOver } from './on-device.tsx';
import { ProviderChoice } from './provider-choice.tsx';
import { useRecognitionChoice } from './recognition-choice.ts';

/** How speech is turned into text: the provider, its model, and the spoken languages. */
export function SpeechPage() {
  const { provider } = useRecognitionChoice();
  return (
    <>
      <ProviderChoice withThisComputer />
      {provider ? (
        <>
          <ModelChoice provider={provider} />
          <TakeOver />
        </>
      ) : (
        <OnDevice />
      )}
      <LanguageChoice />
    </>
  );
}
