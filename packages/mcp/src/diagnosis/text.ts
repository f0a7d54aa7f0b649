import type { Facts } from './facts.ts';

/** What a cause means, and what to try next. */
export interface Text {
  explanation: (facts: Facts) => string;
  nextStep: (facts: Facts) => string;
}

type Words = string | ((facts: Facts) => string);

export const text = (explanation: Words, nextStep: Words): Text => ({
  explanation: asFunction(explanation),
  nextStep: asFunction(nextStep),
});

/** A server without an address has no name to begin a sentence with. */
const asFunction = (words: Words) => (facts: Facts) =>
  (typeof words === 'function' ? words(facts) : words).replace(/^the server/, 'The server');

export const hostOf = ({ url }: Facts): string => URL.parse(url ?? '')?.host ?? 'the server';
export const hostnameOf = ({ url }: Facts): string => URL.parse(url ?? '')?.hostname ?? 'the server';
/** host:port, also where the port goes without saying. */
export function portOf({ url }: Facts): string {
  const parsed = URL.parse(url ?? '');
  return parsed ? `${parsed.hostname}:${parsed.port || (parsed.protocol === 'https:' ? 443 : 80)}` : 'the server';
}
export const otherScheme = ({ url = '' }: Facts): string =>
  url.startsWith('https:') ? url.replace('https:', 'http:') : url.replace('http:', 'https:');

/** The facts in brackets, where there are any. */
export const aside = (...facts: (string | number | undefined | false)[]): string => {
  const known = facts.filter((fact) => fact !== undefined && fact !== false && fact !== '');
  return known.length > 0 ? ` (${known.join(', ')})` : '';
};
export const seconds = (ms: number | undefined): string =>
  ms === undefined ? 'the time allowed' : `${Math.round(ms / 100) / 10} s`;
