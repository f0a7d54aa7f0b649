import type { CauseFacts } from '@assay/mcp/diagnosis/facts';
import { maskDocument, type MaskText } from '../mask.ts';

/** As much of a text of the server as evidence shows. */
const MAX_TEXT = 200;
const LONG = ['body', 'challenge', 'tlsError'] as const;

/** Evidence as people may see it. It is cut after it was masked: half a secret would not be known as one. */
export function displayableEvidence(evidence: CauseFacts, mask: MaskText): Record<string, unknown> {
  const facts: CauseFacts = maskDocument(evidence, mask);
  return {
    ...facts,
    ...Object.fromEntries(
      LONG.flatMap((key) => {
        const text = facts[key];
        return text === undefined ? [] : [[key, text.slice(0, MAX_TEXT)]];
      }),
    ),
  };
}
