import { createHash } from 'node:crypto';
import type { EvalCaseSource } from '@assay/contract/documents/case-origin';
import { keptText } from './kept-text.ts';

/** A document that cases were taken from, and where its lines are. */
export interface SourceDocument {
  content: string;
  fileName: string;
  fileHash: string;
  extractorVersion: string;
  /** Where each line begins and, without its terminator, ends. */
  lines: { start: number; end: number }[];
}

export const openDocument = (content: string, extractorVersion: string, fileName = 'document.md'): SourceDocument => ({
  content, fileName, lines: linesOf(content),
  fileHash: createHash('sha256').update(content, 'utf8').digest('hex'),
  extractorVersion: keptText(extractorVersion, 100) || 'unknown',
});

/** Lines end at CR LF, LF or CR, also when a document mixes them; what follows the last one is a line, too. */
function linesOf(content: string): SourceDocument['lines'] {
  const lines: SourceDocument['lines'] = [];
  let start = 0;
  for (const { 0: terminator, index } of content.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, end: index });
    start = index + terminator.length;
  }
  return [...lines, { start, end: content.length }];
}

/** Where in the document a case stands, with the lines to the letter; undefined when the document has no such lines, or only blank ones. */
export function provenanceOf({ content, lines, fileName, fileHash, extractorVersion }: SourceDocument, startLine: unknown, endLine: unknown): EvalCaseSource | undefined {
  if (!Number.isInteger(startLine) || !Number.isInteger(endLine)) return undefined;
  const [first, last] = [startLine as number, endLine as number];
  const [from, to] = [lines[first - 1], lines[last - 1]];
  if (!from || !to || last < first) return undefined;
  const excerpt = content.slice(from.start, to.end);
  if (excerpt.trim() === '') return undefined;
  return { format: 'markdown', method: 'ai', fileName, fileHash, excerpt, startLine: first, endLine: last, extractorVersion };
}
