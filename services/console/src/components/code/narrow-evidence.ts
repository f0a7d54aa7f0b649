import { valueAt } from '../../lib/json-pointer.ts';
import type { EvidencePlace } from './json-text.ts';

/**
 * Cited places as they are marked: of a result that is cited as a whole its only text, and nothing where it has
 * several parts, because a mark over everything shows nothing.
 */
export const narrowEvidence = (document: unknown, evidence: readonly EvidencePlace[]): EvidencePlace[] =>
  evidence.flatMap((place) => {
    const { pointer, range } = place;
    if (range !== undefined || (pointer !== '' && pointer !== '/result')) return [place];
    const content = valueAt(document, `${pointer}/content`);
    const isOneText = Array.isArray(content) && content.length === 1 && typeof textOf(content[0]) === 'string';
    return isOneText ? [{ pointer: `${pointer}/content/0/text` }] : [];
  });

const textOf = (item: unknown): unknown => valueAt(item, '/text');
