/** A word that has no meaning in this project, and the word of the glossary to write in its place. */
export interface RefusedWord {
  word: string;
  instead: string;
}

/** The refused words of the glossary: of each table the column "Refused", whose words are separated by commas. */
export function refusedWords(glossary: string): RefusedWord[] {
  let column = -1;
  return glossary.split('\n').flatMap((line) => {
    if (!line.startsWith('|')) return [];
    const cells = line.split('|').map((cell) => cell.trim());
    if (cells[1] === 'Word') column = cells.indexOf('Refused');
    if (cells[1] === 'Word' || /^[-: ]+$/.test(cells[1]!)) return [];
    const words = (cells[column] ?? '').split(',').map((word) => word.trim());
    return words.filter((word) => word !== '').map((word) => ({ word, instead: cells[1]! }));
  });
}

/** Finds refused words in a line or a path, also as a part of a name: `house` in `testHouse`, `houses` and `test-house.ts`. */
export function wordFinder(refused: readonly RefusedWord[]): (line: string) => RefusedWord[] {
  const instead = new Map(refused.map((entry) => [namesOf(entry.word).trim(), entry]));
  const pattern = new RegExp(`(?<= )(${[...instead.keys()].join('|')})(?=(?:s|es)? )`, 'g');
  return (line) => [...new Set(namesOf(line).match(pattern))].map((word) => instead.get(word)!);
}

/** The words of a text in lower case, with a blank around each: `readHTTPChunk(id)` is ` read http chunk . id . `. */
const namesOf = (text: string): string =>
  ` ${text
    .replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$& ')
    .replace(/[^A-Za-z _-]+/g, ' . ')
    .replace(/[ _-]+/g, ' ')
    .toLowerCase()
    .trim()} `;
