import { type KeyboardEvent, useState } from 'react';
import type { ProviderView } from '../../ipc/settings-messages.ts';
import { Button } from '../design/button.tsx';
import { Block, Row } from '../design/group.tsx';
import { Status, type Tone } from '../design/status.tsx';
import { TextField } from '../design/text-field.tsx';
import { useSettingsIpc } from './settings-ipc.tsx';

interface KeyEntryProps {
  /** Whether there is a key. `environment`: set from outside, can't be changed here. */
  state: ProviderView['key'];
  /** The server may not need one. */
  isOptional: boolean;
  /** The label of the button that enters a key. */
  enterLabel: 'Add' | 'Add and check';
  onEnter(key: string): void;
  onRemove(): void;
  /** Asks the provider whether the key works; absent if that isn't possible. */
  onCheck?: (() => void) | undefined;
  check?: Check | null;
  /** The page where keys are created. */
  page?: { name: string; onOpen(): void } | undefined;
}

/** A provider's key: it can be entered, replaced, removed and checked, but never seen. */
export function KeyEntry({ state, isOptional, enterLabel, ...entry }: KeyEntryProps) {
  const { onEnter, onRemove, onCheck, check = null, page } = entry;
  const [isReplacing, setReplacing] = useState(false);

  function enter(typed: string): void {
    onEnter(typed);
    setReplacing(false);
  }

  return (
    <div>
      {state === 'none' || isReplacing ? (
        <Block>
          <KeyField
            label={isOptional ? 'API key (if the server needs one)' : 'API key'}
            onEnter={enter}
            enterLabel={enterLabel}
            {...(isReplacing && { onCancel: () => setReplacing(false) })}
            {...(isOptional && onCheck && { onCheckWithout: onCheck })}
          />
          {page && (
            <p className="mt-2 text-note text-muted">
              No API key yet?{' '}
              <button
                type="button"
                className="rounded-sm font-medium text-ink underline underline-offset-2"
                onClick={page.onOpen}
              >
                Create one at {page.name}
              </button>
            </p>
          )}
        </Block>
      ) : (
        <Row label="API key" detail={state === 'stored' ? STORED : FROM_ENVIRONMENT}>
          {state === 'stored' && (
            <>
              <Button onClick={() => setReplacing(true)}>Replace</Button>
              <Button onClick={onRemove}>Remove</Button>
            </>
          )}
          {onCheck && (
            <Button disabled={check?.status === 'checking'} onClick={onCheck}>
              Check API key
            </Button>
          )}
        </Row>
      )}
      <div role="status">
        {check && (
          <div className="border-t border-line">
            <Block>
              <CheckResult check={check} />
            </Block>
          </div>
        )}
      </div>
    </div>
  );
}

/** The key of a speech provider. `keepsSpeech`: it is entered for something other than speech. */
export function ProviderKeyEntry({ provider, keepsSpeech }: { provider: ProviderView; keepsSpeech?: true }) {
  const { send } = useSettingsIpc();
  const { id, name, key, check, needsAddress, host, hasKeyPage } = provider;
  const askProvider = () => send({ type: 'check-key', provider: id });
  return (
    <KeyEntry
      state={key}
      isOptional={needsAddress}
      enterLabel="Add and check"
      onEnter={(typed) => {
        send({ type: 'set-key', provider: id, key: typed, ...(keepsSpeech && { keepsSpeech }) });
        askProvider();
      }}
      onRemove={() => send({ type: 'remove-key', provider: id })}
      onCheck={host === null ? undefined : askProvider}
      check={check}
      page={hasKeyPage ? { name, onOpen: () => send({ type: 'open-key-page', provider: id }) } : undefined}
    />
  );
}

const STORED = 'Saved on this computer. It isn’t shown again.';
const FROM_ENVIRONMENT = `Set by an environment variable. You can’t change it here.`;

interface KeyFieldProps {
  label: string;
  onEnter(key: string): void;
  enterLabel: string;
  onCancel?: () => void;
  /** For a server that may not need a key. */
  onCheckWithout?: () => void;
}

function KeyField({ label, onEnter, enterLabel, onCancel, onCheckWithout }: KeyFieldProps) {
  const [typed, setTyped] = useState('');
  const key = typed.trim();

  function enter(): void {
    if (key === '') return;
    onEnter(key);
    setTyped('');
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') enter();
    if (event.key === 'Escape') onCancel?.();
  }

  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="flex-[1_1_12rem]">
        <TextField
          label={label}
          type="password"
          autoComplete="off"
          spellCheck={false}
          maxLength={1_000}
          placeholder="Paste it here"
          autoFocus={onCancel !== undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      {onCheckWithout && key === '' ? (
        <Button onClick={onCheckWithout}>Check without an API key</Button>
      ) : (
        <Button tone="primary" disabled={key === ''} onClick={enter}>
          {enterLabel}
        </Button>
      )}
    </div>
  );
}

type Check = NonNullable<ProviderView['check']>;

const TONES: Record<Check['status'], Tone> = {
  checking: 'busy',
  valid: 'good',
  limited: 'warning',
  invalid: 'danger',
  unreachable: 'danger',
};

function CheckResult({ check: { status, message, roundTripMs } }: { check: Check }) {
  return (
    <Status tone={TONES[status]}>
      {message}
      {roundTripMs !== null && status !== 'unreachable' && (
        <span className="text-muted"> Answered in {Math.round(roundTripMs)} ms.</span>
      )}
    </Status>
  );
}
