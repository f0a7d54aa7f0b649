import { createHash } from 'node:crypto';
import type { EvalCaseSource } from '@assay/contract/areas/cases/origin';
import { linesOf, type LineSpan } from '@assay/kit/text/lines';
import { keptText } from '@assay/kit/text/kept-text';

/** A document that cases are taken from, with the positions of its lines. */
export interface SourceDocument {
  content: string;
  fileName: string;
  fileHash: string;
  extractorVersion: string;
  lines: LineSpan[];
  /** The bytes that further excerpts may take. */
  room: number;
}

/** The limit for the excerpts of all cases of a document together, in bytes: each may be the whole document. */
const MAX_EXCERPTS = 1_048_576;

export const openDocument = (content: string, extractorVersion: string, fileName = 'document.md'): SourceDocument => ({
  content,
  fileName,
  lines: linesOf(content),
  room: MAX_EXCERPTS,
  fileHash: createHash('sha256').update(content, 'utf8').digest('hex'),
  extractorVersion: keptText(extractorVersion, 100) || 'unknown',
});

const NO_LINES = 'The document does not have the lines that the case is based on.';

/**
 * The lines of a case in the document, with an excerpt that counts against the document's room; a text with the reason
 * when there are no such lines, only blank ones, or no room.
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
    return `The lines that the cases are based on have more than ${MAX_EXCERPTS} bytes together, and these are beyond them.`;
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
