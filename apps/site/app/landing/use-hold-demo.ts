import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useReducer, useRef, useState } from 'react';
import { HOLD_SCENES } from '../content/hold-scenes.ts';
import { finishedDemo, type HoldDemo, type HoldEvent, isAllSaid, nextDemo, type Script } from './hold-demo.ts';

const SCRIPT: Script = HOLD_SCENES.map(({ text }) => text.split(' '));
/** How often time is looked at: no word is shown later than this. */
const TICK_MS = 70;

interface HeldKey {
  demo: HoldDemo;
  /** Whether the page is alive, so that the key can be pressed. */
  isReady: boolean;
  /** Whether it was ever pressed. */
  isTouched: boolean;
  /** For the button that is the key. */
  keyProps: {
    ref: RefObject<HTMLButtonElement | null>;
    onPointerDown(event: PointerEvent): void;
    onKeyDown(event: KeyboardEvent): void;
    onKeyUp(event: KeyboardEvent): void;
    onClick(event: { detail: number }): void;
    onContextMenu(event: { preventDefault(): void }): void;
  };
}

/**
 * The key of the hero: held by pointer, by touch, by Space or Enter where it has the focus, and by Space where nothing has
 * it and the key is in sight. Programs that can only click, such as screen readers, see one sentence through.
 */
export function useHoldDemo(): HeldKey {
  const [demo, send] = useReducer(
    (from: HoldDemo, event: HoldEvent) => nextDemo(from, event, SCRIPT),
    SCRIPT,
    finishedDemo,
  );
  const [isReady, setReady] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const key = useRef<HTMLButtonElement>(null);
  const pressedAt = useRef(0);
  const letsGoByItself = useRef(false);
  const isHeld = demo.phase === 'listening';

  const press = (byItself: boolean) => {
    pressedAt.current = performance.now();
    letsGoByItself.current = byItself;
    setTouched(true);
    send({ type: 'press' });
  };

  useEffect(() => setReady(true), []);

  useEffect(() => {
    if (!isHeld) return;
    const heldMs = () => performance.now() - pressedAt.current;
    const release = () => send({ type: 'release', heldMs: heldMs() });
    const releaseByHand = () => {
      if (!letsGoByItself.current) release();
    };
    // Wherever the focus has gone meanwhile.
    const onKeyUp = (event: globalThis.KeyboardEvent) => {
      if (isPressingKey(event)) releaseByHand();
    };
    const timer = setInterval(() => send({ type: 'hold', heldMs: heldMs() }), TICK_MS);
    window.addEventListener('keyup', onKeyUp);
    const ends = ['pointerup', 'pointercancel', 'blur'] as const;
    for (const end of ends) window.addEventListener(end, releaseByHand);
    document.addEventListener('visibilitychange', release);
    return () => {
      clearInterval(timer);
      window.removeEventListener('keyup', onKeyUp);
      for (const end of ends) window.removeEventListener(end, releaseByHand);
      document.removeEventListener('visibilitychange', release);
    };
  }, [isHeld]);

  useEffect(() => {
    if (isHeld && letsGoByItself.current && isAllSaid(demo, SCRIPT)) send({ type: 'release', heldMs: demo.heldMs });
  }, [demo, isHeld]);

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!isPlainSpace(event) || !isFocusFree(key.current) || !isInSight(key.current)) return;
      event.preventDefault();
      if (!event.repeat) press(false);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });

  return {
    demo,
    isReady,
    isTouched,
    keyProps: {
      ref: key,
      onPointerDown: (event) => {
        if (event.button === 0) press(false);
      },
      onKeyDown: (event) => {
        if (!isPressingKey(event)) return;
        event.preventDefault();
        if (!event.repeat) press(false);
      },
      onKeyUp: (event) => {
        // Without this the browser makes a click of it.
        if (isPressingKey(event)) event.preventDefault();
      },
      onClick: ({ detail }) => {
        if (detail === 0) press(true);
      },
      // A long touch would open a menu.
      onContextMenu: (event) => event.preventDefault(),
    },
  };
}

function isPressingKey({ code }: Pick<KeyboardEvent, 'code'>): boolean {
  return code === 'Space' || code === 'Enter';
}

function isPlainSpace({ code, ctrlKey, altKey, metaKey, shiftKey }: globalThis.KeyboardEvent): boolean {
  return code === 'Space' && !(ctrlKey || altKey || metaKey || shiftKey);
}

/** Whether nothing has the focus but what the page stands in: that takes it when one comes from another page. */
function isFocusFree(key: Element | null): boolean {
  const { activeElement } = document;
  return (
    activeElement === null || activeElement === document.body || (activeElement !== key && activeElement.contains(key))
  );
}

function isInSight(element: Element | null): boolean {
  if (element === null) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return top < window.innerHeight && bottom > 0;
}
