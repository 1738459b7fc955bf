import { directionOf, endOf } from './text-end.ts';

interface SpokenTextProps {
  text: string;
  /** Shown before there is any. */
  placeholder: string;
}

/** The last lines of what has been understood. They grow at their end; earlier ones leave at the top. */
export function SpokenText({ text, placeholder }: SpokenTextProps) {
  return (
    <div className="spoken">
      {text === '' ? (
        <p className="placeholder">{placeholder}</p>
      ) : (
        <p className="text" dir={directionOf(text)}>
          {endOf(text)}
        </p>
      )}
    </div>
  );
}
