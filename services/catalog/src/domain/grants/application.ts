import { COMMAND_LINE } from '@assay/contract/areas/grants/documents';

/**
 * A program that people let act for them. `known` is how we know it: the command line is ours, others registered
 * themselves or publish their metadata at the address that is their id.
 */
export interface Application {
  id: string;
  name: string;
  redirectUris: string[];
  known: 'ours' | 'registered' | 'published';
}

/** The longest name that a page shows, in characters. */
export const MAX_NAME_CHARS = 100;

export const commandLine: Application = {
  id: COMMAND_LINE,
  name: 'Assay command line',
  redirectUris: ['http://127.0.0.1/callback', 'http://[::1]/callback', 'http://localhost/callback'],
  known: 'ours',
};

/**
 * A name for people from a program's own words: without control characters and direction marks, which could change how
 * the sentence around it reads. Undefined when nothing is left.
 */
export function shownName(words: unknown): string | undefined {
  if (typeof words !== 'string') return undefined;
  const name = words
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, MAX_NAME_CHARS)
    .toWellFormed();
  return name === '' ? undefined : name;
}
