import { BarMeter } from '../design/bar-meter.tsx';
import { Button } from '../design/button.tsx';
import { Block, Group, Row } from '../design/group.tsx';
import { describeLeft, describeReset, secondsLeft } from './allowance-text.ts';
import { useSettingsIpc } from './settings-ipc.tsx';
import { thisComputer } from './this-computer.ts';

const PLAN_NAMES = { beta: 'Beta Tester', standard: 'Standard' } as const;

/** The plan, and what is left of it. */
export function Allowance() {
  const { view, send } = useSettingsIpc();
  const { account, allowance, platform } = view;
  const isLinked = account.state === 'linked';
  const left = secondsLeft(allowance);
  return (
    <Group
      title="Plan"
      note={
        isLinked
          ? 'All computers linked to this account count together. Only seconds are counted.'
          : `Counted in seconds, on ${thisComputer(platform)} only.`
      }
    >
      <Row label={PLAN_NAMES[allowance.plan]}>
        {isLinked && allowance.plan === 'beta' && (
          <Button onClick={() => send({ type: 'open-page', page: 'billing' })}>Upgrade</Button>
        )}
      </Row>
      <Block>
        <div className="tabular-nums">{describeLeft(allowance)}</div>
        {left !== null && (
          <div className="mt-2">
            <BarMeter
              label="Time left"
              min={0}
              max={allowance.limitSeconds ?? 0}
              value={left}
              valueText={describeLeft(allowance)}
              tone="ink"
            />
          </div>
        )}
        <div className="mt-1.5 text-note text-muted empty:hidden">{describeReset(allowance)}</div>
      </Block>
    </Group>
  );
}
