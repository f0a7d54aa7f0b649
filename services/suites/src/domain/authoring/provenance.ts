import { createHash } from 'node:crypto';
import type { EvalCaseSource } from '@assay/contract/areas/cases/origin';
import { linesOf, type LineSpan } from '@assay/kit/text/lines';
import { keptText } from '@assay/kit/text/kept-text';

/** A document that cases were taken from, and where its lines are. */
export interface SourceDocument {
  content: string;
  fileName: string;
  fileHash: string;
  extractorVersion: string;
  lines: LineSpan[];
  /** The bytes that excerpts may still take. */
  room: number;
}

/** What the excerpts of all cases of a document may take together, in bytes: each may be the whole of it. */
const MAX_EXCERPTS = 1_048_576;

export const openDocument = (content: string, extractorVersion: string, fileName = 'document.md'): SourceDocument => ({
  content,
  fileName,
  lines: linesOf(content),
  room: MAX_EXCERPTS,
  fileHash: createHash('sha256').update(content, 'utf8').digest('hex'),
  extractorVersion: keptText(extractorVersion, 100) || 'unknown',
});

const NO_LINES = 'The document has no such lines as the case is said to stand on.';

/**
 * Where in the document a case stands, with the lines to the letter, which take of the document's room; in words why not,
 * when there are no such lines, only blank ones, or no room for them.
 */
export function provenanceOf(document: SourceDocument, startLine: unknown, endLine: unknown): EvalCaseSource | string {
  if (!Number.isInteger(startLine) || !Number.isInteger(endLine)) return NO_LINES;
  const { content, lines, fileName, fileHash, extractorVersion } = document;
  const [first, last] = [startLine as number, endLine as number];
  const [from, to] = [lines[first - 1], lines[last - 1]];
  if (!from || !to || last < first) return NO_LINES;
  const excerpt = content.slice(from.start, to.end);
  if (excerpt.trim() === '') return NO_LINES;
  const bytes = Buffer.byteLength(excerpt);
  if (bytes > document.room)
    return `The lines that the cases are said to stand on have more than ${MAX_EXCERPTS} bytes together, and these are beyond them.`;
  document.room -= bytes;
  return {
    format: 'markdown',
    method: 'ai',
    fileName,
    fileHash,
    excerpt,
    startLine: first,
    endLine: last,
    extractorVersion,
  };
}
