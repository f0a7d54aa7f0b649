import type { CauseFacts } from './facts.ts';

/** The text of a cause, and the next step. */
export interface CauseText {
  explanation: (facts: CauseFacts) => string;
  nextStep: (facts: CauseFacts) => string;
}

type Words = string | ((facts: CauseFacts) => string);

export const causeText = (explanation: Words, nextStep: Words): CauseText => ({
  explanation: asFunction(explanation),
  nextStep: asFunction(nextStep),
});

/** A server without an address has no host name to begin a sentence with. */
const asFunction = (words: Words) => (facts: CauseFacts) =>
  (typeof words === 'function' ? words(facts) : words).replace(/^the server/, 'The server');

export const hostOf = ({ url }: CauseFacts): string => URL.parse(url ?? '')?.host ?? 'the server';
export const hostnameOf = ({ url }: CauseFacts): string => URL.parse(url ?? '')?.hostname ?? 'the server';
/** host:port, also for the default port. */
export function portOf({ url }: CauseFacts): string {
  const parsed = URL.parse(url ?? '');
  return parsed ? `${parsed.hostname}:${parsed.port || (parsed.protocol === 'https:' ? 443 : 80)}` : 'the server';
}
export const otherScheme = ({ url = '' }: CauseFacts): string =>
  url.startsWith('https:') ? url.replace('https:', 'http:') : url.replace('http:', 'https:');

/** The given facts in brackets; empty when there are none. */
export const inBrackets = (...facts: (string | number | undefined | false)[]): string => {
  const known = facts.filter((fact) => fact !== undefined && fact !== false && fact !== '');
  return known.length > 0 ? ` (${known.join(', ')})` : '';
};
export const secondsText = (ms: number | undefined): string =>
  ms === undefined ? 'the time allowed' : `${Math.round(ms / 100) / 10} s`;
