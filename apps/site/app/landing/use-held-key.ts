import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';

/** Something that goes on while the key is held. */
export interface Holding {
  isHeld: boolean;
  /** `byItself`: by a program that can only click. */
  press(byItself: boolean): void;
  release(): void;
  /** The page can't be seen any more. */
  hide(): void;
}

/** For the button that is the key. */
export interface KeyProps {
  ref: RefObject<HTMLButtonElement | null>;
  onPointerDown(event: PointerEvent): void;
  onKeyDown(event: KeyboardEvent): void;
  onKeyUp(event: KeyboardEvent): void;
  onClick(event: { detail: number }): void;
  onContextMenu(event: { preventDefault(): void }): void;
}

/**
 * The key of the hero: held by pointer, by touch, by Space or Enter where it has the focus, and by Space if nothing has
 * it and the key is in sight.
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
    // Wherever the focus has gone meanwhile.
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

/** Whether only the page's container has the focus, as after coming from another page. */
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
