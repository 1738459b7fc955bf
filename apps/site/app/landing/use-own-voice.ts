import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OwnVoice } from '../own-voice/own-voice.ts';
import type { ShownVoice } from '../own-voice/show-own-voice.tsx';

interface Fetched {
  voice: OwnVoice;
  showOwnVoice: typeof import('../own-voice/parts.ts').showOwnVoice;
}

interface OwnVoiceOffer {
  /** Set once the visitor has accepted and the code has loaded. */
  own: ShownVoice | undefined;
  /** Whether loading the code failed. */
  isLost: boolean;
  accept(): void;
}

const nothing = () => () => {};

/** The visitor's own voice; its code is loaded on demand. */
export function useOwnVoice(): OwnVoiceOffer {
  const [isLost, setLost] = useState(false);
  const [fetched, setFetched] = useState<Fetched>();
  const voice = fetched?.voice;
  const see = () => voice?.view();
  const view = useSyncExternalStore(voice?.subscribe ?? nothing, see, see);

  useEffect(() => {
    voice?.begin();
    return () => voice?.end();
  }, [voice]);

  return {
    isLost,
    own: fetched && view && fetched.showOwnVoice(fetched.voice, view),
    accept: () => {
      import('../own-voice/parts.ts').then(
        ({ createOwnVoice, showOwnVoice }) =>
          setFetched((before) => before ?? { voice: createOwnVoice(), showOwnVoice }),
        () => setLost(true),
      );
    },
  };
}
