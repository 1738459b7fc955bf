import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';

/** What the key controls while it is held. */
export interface Holding {
  isHeld: boolean;
  /** `byItself`: by a program that can only click, such as a screen reader. */
  press(byItself: boolean): void;
  release(): void;
  /** Called when the page becomes hidden. */
  hide(): void;
}

/** Props of the key's button. */
export interface KeyProps {
  ref: RefObject<HTMLButtonElement | null>;
  onPointerDown(event: PointerEvent): void;
  onKeyDown(event: KeyboardEvent): void;
  onKeyUp(event: KeyboardEvent): void;
  onClick(event: { detail: number }): void;
  onContextMenu(event: { preventDefault(): void }): void;
}

/**
 * The hero's key: held by pointer or touch, by Space or Enter while focused, or by Space if nothing is focused and the
 * key is in view.
 */
export function useHeldKey({ isHeld, press, release, hide }: Holding): { isReady: boolean; keyProps: KeyProps } {
  const [isReady, setReady] = useState(false);
  const key = useRef<HTMLButtonElement>(null);
  const letGo = useEffectEvent(() => release());
  const handleVisibility = useEffectEvent(() => {
    if (document.hidden) hide();
  });

  useEffect(() => setReady(true), []);

  useEffect(() => {
    if (!isHeld) return;
    const over = new AbortController();
    const { signal } = over;
    // On window, since the focus may have moved meanwhile.
    const onKeyUp = (event: globalThis.KeyboardEvent) => {
      if (isPressingKey(event)) letGo();
    };
    window.addEventListener('keyup', onKeyUp, { signal });
    for (const end of ['pointerup', 'pointercancel', 'blur']) window.addEventListener(end, () => letGo(), { signal });
    document.addEventListener('visibilitychange', () => handleVisibility(), { signal });
    return () => over.abort();
  }, [isHeld]);

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
    isReady,
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
        // Keeps the browser from turning it into a click.
        if (isPressingKey(event)) event.preventDefault();
      },
      onClick: ({ detail }) => {
        if (detail === 0) press(true);
      },
      // A long touch would open the context menu.
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

/** Whether nothing is focused, or only a container of the key, as after in-app navigation. */
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
