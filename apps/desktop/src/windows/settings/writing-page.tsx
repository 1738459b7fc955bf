import { Block, Group } from '../design/group.tsx';
import { SwitchRow } from '../design/switch.tsx';
import { useSettingsIpc } from './settings-ipc.tsx';
import { CommandList, fillerExamples } from './spoken-word-list.tsx';
import { thisComputer } from './this-computer.ts';

/** How spoken words become text. */
export function WritingPage() {
  const { view, change } = useSettingsIpc();
  const { platform, settings } = view;
  const { languages, spokenCommands, removeFillers, fitToCaret, pressReturn } = settings;
  const fillers = fillerExamples(languages);
  return (
    <>
      <Group title="What you say">
        <SwitchRow
          label="Follow spoken commands"
          detail="Say “new line” or “scratch that” after a pause, and it’s done instead of written."
          checked={spokenCommands}
          onChange={(checked) => change({ spokenCommands: checked })}
        />
        {spokenCommands && (
          <Block>
            <CommandList languages={languages} />
          </Block>
        )}
        <SwitchRow
          label="Leave out filler words"
          detail={
            fillers === ''
              ? 'Fillers are known in English, German, French and Spanish. None of these is one of your languages.'
              : `Such as ${fillers}. Quotations and words from your vocabulary stay as you said them.`
          }
          checked={removeFillers}
          onChange={(checked) => change({ removeFillers: checked })}
        />
      </Group>
      <Group title="Where you write">
        <SwitchRow
          label="Fit into the sentence"
          detail={`In the middle of a sentence, your words start lowercase and end without a period. Names keep their capital. What’s around them never leaves ${thisComputer(platform)}.`}
          checked={fitToCaret}
          onChange={(checked) => change({ fitToCaret: checked })}
        />
        <SwitchRow
          label="Press Return after each dictation"
          detail="Sends your text in chats and runs it in terminals, once the app has taken it. Apps can differ: see Apps."
          checked={pressReturn === 'always'}
          onChange={(checked) => change({ pressReturn: checked ? 'always' : 'never' })}
        />
      </Group>
    </>
  );
}
