import { hash } from 'node:crypto';
import type { SuiteFileFormat, SuiteFile } from '@assay/contract/areas/suite-files/documents';
import { keptText } from '@assay/kit/text/kept-text';
import type { Static } from 'typebox';
import type { Fault } from '@assay/contract/fault';

export type FileFormat = Static<typeof SuiteFileFormat>;

/** What a foreign file may leave open. */
export interface ConversionHints {
  /** Names of saved servers that the suite runs against, instead of those that the file names. */
  servers?: string[];
  model?: string;
  /** Names the suite when the file does not. */
  fileName?: string;
}

/** A foreign file as one of ours, or why it cannot be converted at all. */
export type Conversion = { file: SuiteFile; warnings: string[] } | { faults: Fault[] };

export const unconvertibleFile = (path: string, message: string): { faults: Fault[] } => ({
  faults: [{ path, message }],
});

/** One line of text, fit to be a name or a title. */
export const asOneLine = (text: string, max: number): string =>
  keptText(text.replace(/[\s\p{C}]+/gu, ' ').trim(), max).trim();

/** A name as an id: letters, digits, dashes; names that have other letters are told apart by a hash. */
export function idOf(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const id = letters
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  if (id !== '' && !/[^\p{ASCII}]/u.test(letters)) return id.slice(0, 128);
  return `${id.slice(0, 100) || 'suite'}-${hash('sha256', name).slice(0, 8)}`;
}

/** The name of a file without its folder and its extensions. */
export const baseName = (fileName = ''): string => fileName.replace(/^.*[\\/]/, '').replace(/(?:\.[a-z]+)+$/i, '');
