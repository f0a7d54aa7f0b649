import type { ReactNode } from 'react';
import { visibleText } from '../../lib/visible-text.ts';

/** A name in which the words of a search are strong. */
export function markedWords(name: string, search: string): ReactNode {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const low = name.toLowerCase();
  // Case folding may change the length of a text; then nothing is marked.
  if (words.length === 0 || low.length !== name.length) return <bdi dir="auto">{visibleText(name)}</bdi>;
  const isMarked = Array.from({ length: name.length }, () => false);
  for (const word of words)
    for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + word.length))
      isMarked.fill(true, at, at + word.length);
  const pieces: { text: string; strong: boolean }[] = [];
  for (let at = 0; at < name.length; at++) {
    const last = pieces.at(-1);
    if (last && last.strong === isMarked[at]) last.text += name[at];
    else pieces.push({ text: name[at]!, strong: isMarked[at]! });
  }
  return (
    <bdi dir="auto">
      {pieces.map(({ text, strong }, index) =>
        strong ? <b key={index}>{visibleText(text)}</b> : <span key={index}>{visibleText(text)}</span>,
      )}
    </bdi>
  );
}
