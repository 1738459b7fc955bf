import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OwnVoice, OwnVoiceView } from '../own-voice/own-voice.ts';

type Parts = typeof import('../own-voice/parts.ts');
type Fetched = Pick<Parts, 'OwnNote' | 'OwnPanel' | 'shownHud'> & { voice: OwnVoice };

/** `fetching`: the code for it. `lost`: it did not come. `unsupported`: the browser can't read it. */
export type Invitation = 'offered' | 'fetching' | 'lost' | 'unsupported';

interface OwnVoiceOffer {
  invitation: Invitation;
  /** There as soon as the visitor has asked for it. */
  own: (Fetched & { view: OwnVoiceView }) | undefined;
  accept(): void;
}

const nothing = () => () => {};

/** The visitor's own voice, all of which is fetched once they want it. */
export function useOwnVoice(): OwnVoiceOffer {
  const [invitation, setInvitation] = useState<Invitation>('offered');
  const [fetched, setFetched] = useState<Fetched>();
  const voice = fetched?.voice;
  const see = () => voice?.view();
  const view = useSyncExternalStore(voice?.subscribe ?? nothing, see, see);

  useEffect(() => {
    voice?.begin();
    return () => voice?.end();
  }, [voice]);

  const accept = async () => {
    if (invitation === 'fetching') return;
    setInvitation('fetching');
    try {
      const { createOwnVoice, ...parts } = await import('../own-voice/parts.ts');
      setFetched({ ...parts, voice: createOwnVoice() });
    } catch (error) {
      setInvitation(error instanceof SyntaxError ? 'unsupported' : 'lost');
    }
  };

  return {
    invitation,
    accept,
    own: fetched && view && { ...fetched, view },
  };
}
