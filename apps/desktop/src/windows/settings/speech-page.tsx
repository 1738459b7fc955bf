import { LanguageChoice } from './language-choice.tsx';
import { ModelChoice } from './model-choice.tsx';
import { OnDevice, TakeOver } from './on-device.tsx';
import { ProviderChoice } from './provider-choice.tsx';
import { useRecognitionChoice } from './recognition-choice.ts';

/** Who turns speech into text, how, and in which languages. */
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
