import type { ReactNode } from 'react';
import type { ChordAction } from '../../channel/chord.ts';
import { chordLabel } from '../../channel/chord-label.ts';
import type { ProviderView } from '../../channel/settings-messages.ts';
import { Group } from '../design/group.tsx';
import { KeyCaps } from '../design/key-caps.tsx';
import { Banner, Status } from '../design/status.tsx';
import { useChosenProvider } from '../settings/provider-choice.tsx';
import { useSettingsChannel } from '../settings/settings-channel.tsx';

/** The shortcuts, large, and a field to try them in. */
export function TryStep() {
  const provider = useChosenProvider();
  return (
    <>
      {provider && <Missing provider={provider} />}
      <Group note="Other keys can be chosen in the settings.">
        <Chord action="hold" size="large">
          Hold, speak, let go.
        </Chord>
        <Chord action="toggle">Or press once to start and once more to stop.</Chord>
        <Chord action="cancel">Cancels a dictation.</Chord>
      </Group>
      <label className="block">
        <span className="mb-1 block px-1 font-semibold">Try it here</span>
        <textarea
          rows={4}
          dir="auto"
          placeholder="Click here, hold the keys, and say what you had for breakfast."
          className="block w-full resize-none rounded-lg border border-edge bg-field px-3 py-2 focus-visible:outline-offset-0"
        />
      </label>
    </>
  );
}

/** What the provider still needs. */
function Missing({ provider: { name, host, key, needsAddress } }: { provider: ProviderView }) {
  const missing = host === null ? 'an address' : key === 'none' && !needsAddress ? 'a key' : undefined;
  if (missing === undefined) return null;
  return (
    <div className="mb-4">
      <Banner tone="warning">
        {name} needs {missing} before it hears you. Go back two steps to enter it.
      </Banner>
    </div>
  );
}

interface ChordProps {
  action: ChordAction;
  size?: 'small' | 'large';
  children: ReactNode;
}

function Chord({ action, size = 'small', children }: ChordProps) {
  const { view } = useSettingsChannel();
  const { problem } = view.chords[action];
  return (
    <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 px-4 ${size === 'large' ? 'py-5' : 'py-2.5'}`}>
      <KeyCaps label={chordLabel(view.settings.chords[action], view.platform)} size={size} />
      <div className={size === 'large' ? 'text-title' : ''}>{children}</div>
      <div className="w-full empty:hidden">{problem !== null && <Status tone="danger">{problem}</Status>}</div>
    </div>
  );
}
