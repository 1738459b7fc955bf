import { PRODUCT_NAME } from '@workspace/contract/brand';
import { ConfirmDialog } from '../design/confirm-dialog.tsx';
import { Group, Row } from '../design/group.tsx';
import { useRecognitionChoice } from './recognition-choice.ts';
import { useSettingsIpc } from './settings-ipc.tsx';
import { thisComputer } from './this-computer.ts';
import { useCleanUpHost } from './use-clean-up.ts';

/** What is stored and sent, and how to delete it. */
export function PrivacyPage() {
  const { send, view } = useSettingsIpc();
  const { used, host } = useRecognitionChoice();
  const tidyHost = useCleanUpHost();
  const isOpenAi = view.settings.cleanUp.provider === 'openai';
  const way =
    used === 'on-device'
      ? `Is turned into text on ${thisComputer(view.platform)} and never leaves it.`
      : `Goes to ${host ?? 'your provider'} while you dictate, and nowhere else.`;
  return (
    <>
      <Group title="What goes where">
        <Row label="Your speech" detail={`${way} It’s never saved to disk.`} />
        <Row
          label="Your text"
          detail={`Goes into the field you dictate into. ${PRODUCT_NAME} keeps the last one in memory until you quit, so you can paste it again.`}
        />
        {view.cleanUp && (
          <Row
            label="Tidy up"
            detail={
              tidyHost === null
                ? 'Off. Your text is sent to no language model.'
                : `Your text goes to ${tidyHost} before it’s inserted, and nowhere else. ${PRODUCT_NAME} doesn’t save it${isOpenAi ? ', and asks OpenAI not to' : ''}.`
            }
          />
        )}
        {view.cleanUp && (
          <Row
            label="Editing by voice"
            detail={
              view.settings.chords.edit === null
                ? 'Off. The text you select is never read.'
                : `When you use its shortcut, the text you have selected and the words you say go to ${view.cleanUp.host ?? 'the language model you choose'}. ${PRODUCT_NAME} doesn’t save them${isOpenAi ? ', and asks OpenAI not to' : ''}.`
            }
          />
        )}
        <Row
          label="Your API keys"
          detail="Stay on this computer, readable only by you, and are sent only to their provider."
        />
        <Row
          label="Usage"
          detail="How long you dictated and what it cost, but no words. If you link an account, the seconds go to it, and nothing else."
        />
      </Group>
      <Group title="Start over">
        <Row label="Forget everything" detail={`As if you had just installed ${PRODUCT_NAME}.`}>
          <ConfirmDialog
            trigger="Forget everything…"
            title="Forget everything?"
            confirm="Forget everything"
            onConfirm={() => send({ type: 'forget-everything' })}
          >
            <p>This permanently removes from this computer:</p>
            <ul className="list-disc space-y-0.5 pl-5">
              <li>your API keys</li>
              <li>your settings, shortcuts, vocabulary and replacements</li>
              <li>your usage counts</li>
              <li>the link to your account (the account itself stays)</li>
              <li>the last text, and dictations waiting to be retried</li>
            </ul>
            <p className="text-muted">
              Text already in your documents stays, and so does anything your provider holds: ask them about that. API
              keys set by environment variables stay too.
            </p>
          </ConfirmDialog>
        </Row>
      </Group>
    </>
  );
}
