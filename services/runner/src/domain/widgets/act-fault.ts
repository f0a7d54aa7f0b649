/** Obstacles to an act, by the words that playwright logs while it waits for an element. */
const OBSTACLES: readonly [RegExp, (found: RegExpMatchArray) => string][] = [
  [/(<[^>]{1,200}>)[^\n]{0,200}? intercepts pointer events/, ([, by]) => `it is covered by ${by}`],
  [/element is outside of the viewport/, () => 'it is outside of the page'],
  [/element is not visible/, () => 'it is hidden'],
  [/element is not enabled/, () => 'it is disabled'],
  [/element is not editable/, () => 'it is read-only'],
  [/element is not stable/, () => 'it keeps moving'],
  [/did not find some options/, () => 'it has no such option'],
  [/Element is not a <select>/, () => 'it is no <select> element'],
  [/Element is not an <input>|cannot be filled/, () => 'nothing can be typed into it'],
  [/Unknown key: "([^"]{1,100})"/, ([, key]) => `there is no key "${key}"`],
  [/Unexpected token|is not a valid selector|while parsing (?:css )?selector/i, () => 'the selector is malformed'],
];

/** Why an act failed, in words; the last obstacle that playwright met is the one that was left. */
export function actFault(message: string): string {
  const found = OBSTACLES.flatMap(([pattern, words]) => {
    const last = [...message.matchAll(new RegExp(pattern, `g${pattern.flags}`))].at(-1);
    return last ? [{ at: last.index, words: words(last) }] : [];
  });
  const last = found.toSorted((a, b) => b.at - a.at)[0];
  return last?.words ?? firstLine(message);
}

const firstLine = (message: string): string => message.split('\n', 1)[0]!.slice(0, 200).toWellFormed();
