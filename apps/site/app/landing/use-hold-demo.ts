import { useEffect, useReducer, useRef, useState } from 'react';
import { HOLD_SCENES } from '../content/hold-scenes.ts';
import { finishedDemo, type HoldDemo, type HoldEvent, isAllSaid, nextDemo, type Script } from './hold-demo.ts';
import type { Holding } from './use-held-key.ts';

const SCRIPT: Script = HOLD_SCENES.map(({ text }) => text.split(' '));
/** Polling interval, and so the maximum delay of a word. */
const TICK_MS = 70;

interface ShownDictation extends Holding {
  demo: HoldDemo;
  /** Whether it was ever held. */
  isTouched: boolean;
}

/**
 * Runs the scripted demo. Programs that can only click, such as screen readers, play one sentence to its end.
 *
 * @param isAside whether the key currently belongs to the visitor's own voice
 */
export function useHoldDemo(isAside: boolean): ShownDictation {
  const [demo, send] = useReducer(
    (from: HoldDemo, event: HoldEvent) => nextDemo(from, event, SCRIPT),
    SCRIPT,
    finishedDemo,
  );
  const [isTouched, setTouched] = useState(false);
  const pressedAt = useRef(0);
  const letsGoByItself = useRef(false);
  const isHeld = demo.phase === 'listening';
  const heldMs = () => performance.now() - pressedAt.current;

  useEffect(() => {
    if (!isHeld) return;
    const timer = setInterval(() => send({ type: 'hold', heldMs: performance.now() - pressedAt.current }), TICK_MS);
    return () => clearInterval(timer);
  }, [isHeld]);

  useEffect(() => {
    const isOver = letsGoByItself.current && isAllSaid(demo, SCRIPT);
    if (isHeld && (isAside || isOver)) send({ type: 'release', heldMs: demo.heldMs });
  }, [demo, isHeld, isAside]);

  return {
    demo,
    isHeld,
    isTouched,
    press: (byItself) => {
      pressedAt.current = performance.now();
      letsGoByItself.current = byItself;
      setTouched(true);
      send({ type: 'press' });
    },
    release: () => {
      if (!letsGoByItself.current) send({ type: 'release', heldMs: heldMs() });
    },
    hide: () => send({ type: 'release', heldMs: heldMs() }),
  };
}
