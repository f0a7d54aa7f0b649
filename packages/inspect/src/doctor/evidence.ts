import type { CauseFacts } from '@assay/mcp/diagnosis/facts';
import { maskDocument, type MaskText } from '../mask.ts';

/** The longest shown text of a server, in characters. */
const MAX_TEXT = 200;
const LONG = ['body', 'tlsError'] as const;
/** At most this much of a challenge is shown, and of the value of each of its parameters, in characters. */
const MAX_CHALLENGE = 1_000;
const MAX_PARAMETER = 100;

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
    ...(facts.challenge !== undefined && { challenge: shortChallenge(facts.challenge) }),
  };
}

/** Long values are cut one by one, so that they hide no name of a parameter. */
const shortChallenge = (challenge: string): string =>
  challenge
    .replace(/"[^"]*"/g, (value) => (value.length > MAX_PARAMETER ? `${value.slice(0, MAX_PARAMETER)}…"` : value))
    .slice(0, MAX_CHALLENGE);
