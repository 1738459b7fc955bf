import { PRODUCT_NAME } from '@workspace/contract/brand';
import { ConfirmDialog } from '../design/confirm-dialog.tsx';
import { Group, Row } from '../design/group.tsx';
import { useRecognitionChoice } from './recognition-choice.ts';
import { useSettingsChannel } from './settings-channel.tsx';
import { thisComputer } from './this-computer.ts';

/** What is kept and sent, and how to get rid of it. */
export function PrivacyPage() {
  const { send, view } = useSettingsChannel();
  const { used, host } = useRecognitionChoice();
  const way =
    used === 'on-device'
      ? `Is turned into text on ${thisComputer(view.platform)} and does not leave it.`
      : `Goes to ${host ?? 'your provider'} while you dictate, and nowhere else.`;
  return (
    <>
      <Group title="What goes where">
        <Row label="Your speech" detail={`${way} It is never written to disk.`} />
        <Row
          label="Your text"
          detail={`Goes into the field you dictate into. ${PRODUCT_NAME} keeps the last one in memory, to paste it again, until it ends.`}
        />
        <Row
          label="Your keys"
          detail="Stay on this computer, where only you can read them, and go to their provider alone."
        />
        <Row
          label="Counts"
          detail="How long you dictated and what it cost; no words. With an account linked, the seconds go to it, and nothing else."
        />
      </Group>
      <Group title="Start over">
        <Row label="Forget everything" detail={`As if ${PRODUCT_NAME} had just been installed.`}>
          <ConfirmDialog
            trigger="Forget everything …"
            title="Forget everything?"
            confirm="Forget everything"
            onConfirm={() => send({ type: 'forget-everything' })}
          >
            <p>This removes from this computer, for good:</p>
            <ul className="list-disc space-y-0.5 pl-5">
              <li>the keys to your providers</li>
              <li>your settings, shortcuts, vocabulary and replacements</li>
              <li>the counts of your use</li>
              <li>the link to your account, which itself stays as it is</li>
              <li>the last text, and dictations that wait for a retry</li>
            </ul>
            <p className="text-muted">
              It does not touch text already in your documents, nor what your provider has of you: ask the provider for
              that. Keys set by environment variables stay.
            </p>
          </ConfirmDialog>
        </Row>
      </Group>
    </>
  );
}
