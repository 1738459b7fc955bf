import type { CleanUpSettings } from '../../ipc/settings-document.ts';
import type { CleanUpView } from '../../ipc/settings-messages.ts';
import { Button } from '../design/button.tsx';
import { Block, Group, Row } from '../design/group.tsx';
import { Select } from '../design/select.tsx';
import { Status, type Tone } from '../design/status.tsx';
import { SwitchRow } from '../design/switch.tsx';
import { DraftArea } from './draft-field.tsx';
import { LanguageModelChoice } from './language-model-choice.tsx';
import { rejectionsOf } from './rejections.ts';
import { useSettingsIpc } from './settings-ipc.tsx';
import { useCleanUp } from './use-clean-up.ts';

/** Whether text is tidied up, by which model, and how. */
export function CleanUpPage() {
  const { view, change } = useSettingsIpc();
  const { cleanUp, appRules } = view.settings;
  const { problem } = useCleanUp();
  const isSomewhere = !cleanUp.enabled && appRules.some((rule) => rule.cleanUp === true);
  return (
    <>
      <Group {...(isSomewhere && { note: 'It’s on in some apps: see Apps.' })}>
        <SwitchRow
          label="Tidy up what I say"
          detail="A language model adds punctuation, leaves out false starts, and follows corrections like “no, Thursday”. If it changes more than that, your text stays as you said it."
          checked={cleanUp.enabled}
          onChange={(enabled) => change((settings) => ({ cleanUp: { ...settings.cleanUp, enabled } }))}
        />
        {(cleanUp.enabled || isSomewhere) && problem !== null && (
          <Block>
            <Status tone="danger">{problem}</Status>
          </Block>
        )}
      </Group>
      <LanguageModelChoice />
      <Trial />
      <Limits />
    </>
  );
}

/** Tidies up a sample sentence to see whether it works and how long it takes. */
function Trial() {
  const { send } = useSettingsIpc();
  const { missing, trial } = useCleanUp();
  return (
    <Group title="Try it">
      <div>
        <Row
          label="“so um let’s meet on Wednesday no Thursday at ten”"
          detail="This sentence is sent, and nothing of yours."
        >
          <Button
            disabled={missing !== null || trial?.status === 'checking'}
            onClick={() => send({ type: 'try-clean-up' })}
          >
            Tidy it up
          </Button>
        </Row>
        <div role="status">
          {trial && (
            <div className="border-t border-line">
              <Block>
                <Status tone={TONES[trial.status]}>{trial.message}</Status>
                {trial.text !== null && <p className="mt-1.5">“{trial.text}”</p>}
              </Block>
            </div>
          )}
        </div>
      </div>
    </Group>
  );
}

const TONES: Record<NonNullable<CleanUpView['trial']>['status'], Tone> = {
  checking: 'busy',
  valid: 'good',
  limited: 'warning',
  invalid: 'danger',
  unreachable: 'danger',
};

const LIMITS_MS = [1_000, 1_500, 2_500, 4_000, 6_000, 10_000, 20_000];

function Limits() {
  const { view, change } = useSettingsIpc();
  const { limitMs, byPhrase, instructions } = view.settings.cleanUp;
  const [message] = rejectionsOf(view.rejected, 'cleanUp.instructions');
  const edit = (edited: Partial<CleanUpSettings>) =>
    change((settings) => ({ cleanUp: { ...settings.cleanUp, ...edited } }));
  const offered = LIMITS_MS.includes(limitMs) ? LIMITS_MS : [...LIMITS_MS, limitMs].toSorted((a, b) => a - b);
  return (
    <Group title="How">
      <Row label="Wait for it at most" detail="After that, your text is inserted as you said it.">
        <Select
          label="Wait for it at most"
          value={String(limitMs)}
          items={offered.map((ms) => ({
            value: String(ms),
            label: ms === 1_000 ? '1 second' : `${ms / 1_000} seconds`,
          }))}
          onChange={(chosen) => edit({ limitMs: Number(chosen) })}
        />
      </Row>
      <SwitchRow
        label="Phrase by phrase"
        detail="While you’re still speaking, each phrase is tidied up by itself. When this is off, such phrases stay as you said them."
        checked={byPhrase}
        onChange={(checked) => edit({ byPhrase: checked })}
      />
      <Block>
        <DraftArea
          label="What else to do (optional)"
          placeholder="Use British spelling."
          hint="Sent with each text."
          value={instructions}
          error={message && `The text ${message}`}
          send={(text) => edit({ instructions: text })}
        />
      </Block>
    </Group>
  );
}
