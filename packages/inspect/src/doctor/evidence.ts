import type { CauseFacts } from '@assay/mcp/diagnosis/facts';
import { maskDocument, type MaskText } from '../mask.ts';

/** The longest shown text of a server, in characters. */
const MAX_TEXT = 200;
const LONG = ['body', 'challenge', 'tlsError'] as const;

/** Evidence for people. Masked before it is cut, because half a secret would not be recognized. */
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
