/** Imitates an obedient model: returns the text between the tags, without fillers and with self-corrections applied. */
export function tidied(input: string): string {
  const text = /<dictation>\s*([\s\S]*?)\s*<\/dictation>/.exec(input)?.[1] ?? input;
  const plain = text
    .replaceAll(/[,\s]*\b(?:um|uh|erm|äh|ähm|euh)\b,?/gi, '')
    .replaceAll(/\b(?:(on|at)\s+)?(\w+day),?\s+no,?\s+(?:on\s+)?(\w+day)\b/gi, (_, preposition, _before, after) =>
      preposition ? `${preposition} ${after}` : after,
    )
    .trim();
  const capitalized = plain.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return capitalized === '' || /[.!?…]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}
