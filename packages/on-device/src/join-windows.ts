/** The text of a window, and whether the window ends in the middle of speech, without a pause. */
interface WindowText {
  text: string;
  breaksOff: boolean;
}

/** English words that are capitalized only at the start of a sentence. */
const ORDINARY_WORDS = new Set(
  `a about after all also am an and any are as at be because been before being but by can could did do does done down even
  every few for from get go going good got had has have he her here him his how if in into is it its just know let like
  made make many may me might more most much must my never no not now of off on one only or other our out over own said
  same see she should so some still such than that the their them then there these they thing things this those though
  to too under until up upon very was way we well were what when where which while who whom whose why will with without
  would yet you your`.split(/\s+/),
);

/**
 * Joins the texts of windows. The model ends each one with a period and starts each one with a capital. If a window
 * breaks off, both are undone, provided that the next word is certain to be an ordinary one.
 */
export function joinWindows(windows: readonly WindowText[]): string {
  let whole = '';
  let breaksOff = false;
  for (const window of windows) {
    const { text } = window;
    if (text === '') continue;
    const [first = ''] = /^[A-Za-z]+(?![\w'’])/.exec(text) ?? [];
    const goesOn = breaksOff && /[^.]\.$|[^\p{P}]$/u.test(whole) && ORDINARY_WORDS.has(first.toLowerCase());
    if (goesOn) whole = `${whole.replace(/\.$/, '')} ${text[0]!.toLowerCase()}${text.slice(1)}`;
    else whole = whole === '' ? text : `${whole} ${text}`;
    breaksOff = window.breaksOff;
  }
  return whole;
}
