/** A piece of JSON with its colour: a text, a number or word, or punctuation. Keys and white space have none. */
export interface Token {
  start: number;
  end: number;
  kind: 's' | 'n' | 'p';
}

const PIECE = /"(?:[^"\\]|\\.)*"|[{}[\]:,]+|[^\s"{}[\]:,]+/g;

/** The coloured pieces of a text that is JSON or its beginning, in order. */
export function jsonTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const end = index + piece.length;
    const isKey = piece.startsWith('"') && text[end] === ':';
    if (isKey) continue;
    tokens.push({ start: index, end, kind: piece.startsWith('"') ? 's' : /^[{}[\]:,]/.test(piece) ? 'p' : 'n' });
  }
  return tokens;
}
