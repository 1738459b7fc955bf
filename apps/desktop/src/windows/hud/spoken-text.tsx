import { directionOf, endOf } from './text-end.ts';

interface SpokenTextProps {
  text: string;
  /** Shown until there is text. */
  placeholder: string;
}

/** The last lines of the recognized text. New text is added at the end; old lines scroll out at the top. */
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
