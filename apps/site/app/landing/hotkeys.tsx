import { HOTKEYS } from '../content/hotkeys.ts';

/** The app's hotkeys, drawn as keys. */
export function Hotkeys() {
  return (
    <div className="mt-20 grid gap-x-14 gap-y-6 sm:mt-28 lg:grid-cols-[5fr_7fr]">
      <h3 className="font-extrabold text-heading">Three hotkeys. That’s the whole manual.</h3>
      <dl>
        {HOTKEYS.map(({ keys, title, text }) => (
          <div
            key={title}
            className="grid items-center gap-x-10 gap-y-5 border-line border-b py-8 first:pt-2 last:border-b-0 sm:grid-cols-[19rem_1fr]"
          >
            <dt>
              <Chord keys={keys} />
            </dt>
            <dd>
              <span className="block font-bold font-display text-title">{title}</span>
              <span className="mt-1 block text-balance text-muted">{text}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Chord({ keys }: { keys: readonly string[] }) {
  return (
    <kbd className="flex items-center gap-2.5 font-sans font-semibold">
      {keys.map((key, place) => (
        <span key={key} className="contents">
          {place > 0 && <span className="sr-only">+</span>}
          <kbd
            className={`key-body inline-flex h-16 items-center justify-center rounded-key font-sans ${widthOf(key)}`}
          >
            {key}
          </kbd>
        </span>
      ))}
    </kbd>
  );
}

function widthOf(key: string): string {
  if (key === 'Space') return 'w-28 sm:w-36';
  return key.length === 1 ? 'w-16' : 'w-[4.25rem]';
}
