import { type KeyboardEvent, useState } from 'react';
import type { ProviderView } from '../../channel/settings-messages.ts';
import { Button } from '../design/button.tsx';
import { Block, Row } from '../design/group.tsx';
import { Status, type Tone } from '../design/status.tsx';
import { TextField } from '../design/text-field.tsx';
import { useSettingsChannel } from './settings-channel.tsx';

/** A provider's key: to be entered, replaced, removed and checked, but never seen. */
export function KeyEntry({ provider }: { provider: ProviderView }) {
  const { send } = useSettingsChannel();
  const [isReplacing, setReplacing] = useState(false);
  const { id, name, key, check, needsAddress, host, hasKeyPage } = provider;

  function enter(typed: string): void {
    send({ type: 'set-key', provider: id, key: typed });
    askProvider();
    setReplacing(false);
  }

  function askProvider(): void {
    send({ type: 'check-key', provider: id });
  }

  return (
    <div>
      {key === 'none' || isReplacing ? (
        <Block>
          <KeyField
            label={needsAddress ? 'API key (if the server needs one)' : 'API key'}
            onEnter={enter}
            {...(isReplacing && { onCancel: () => setReplacing(false) })}
            {...(needsAddress && host !== null && { onCheckWithout: askProvider })}
          />
          {hasKeyPage && (
            <p className="mt-2 text-note text-muted">
              No API key yet?{' '}
              <button
                type="button"
                className="rounded-sm font-medium text-ink underline underline-offset-2"
                onClick={() => send({ type: 'open-key-page', provider: id })}
              >
                Create one at {name}
              </button>
            </p>
          )}
        </Block>
      ) : (
        <Row label="API key" detail={key === 'stored' ? STORED : FROM_ENVIRONMENT}>
          {key === 'stored' && (
            <>
              <Button onClick={() => setReplacing(true)}>Replace</Button>
              <Button onClick={() => send({ type: 'remove-key', provider: id })}>Remove</Button>
            </>
          )}
          {host !== null && (
            <Button disabled={check?.status === 'checking'} onClick={askProvider}>
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

const STORED = 'Saved on this computer. It isn’t shown again.';
const FROM_ENVIRONMENT = `Set by an environment variable. You can’t change it here.`;

interface KeyFieldProps {
  label: string;
  onEnter(key: string): void;
  onCancel?: () => void;
  /** Of a server that may want no key. */
  onCheckWithout?: () => void;
}

function KeyField({ label, onEnter, onCancel, onCheckWithout }: KeyFieldProps) {
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
          Add and check
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
