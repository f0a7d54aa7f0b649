import { hash } from 'node:crypto';
import type { SuiteFileFormat, SuiteFile } from '@assay/contract/areas/suite-files/documents';
import { keptText } from '@assay/kit/text/kept-text';
import type { Static } from 'typebox';
import type { Fault } from '@assay/contract/fault';

export type FileFormat = Static<typeof SuiteFileFormat>;

/** Values for fields that a foreign file may leave open. */
export interface ConversionHints {
  /** Names of saved servers for the suite, instead of the ones in the file. */
  servers?: string[];
  model?: string;
  /** The name of the suite when the file has none. */
  fileName?: string;
}

/** A foreign file as a suite file, or why it cannot be converted at all. */
export type FileConversion = { file: SuiteFile; warnings: string[] } | { faults: Fault[] };

export const unconvertibleFile = (path: string, message: string): { faults: Fault[] } => ({
  faults: [{ path, message }],
});

/** One line of text for a name or a title. */
export const asOneLine = (text: string, max: number): string =>
  keptText(text.replace(/[\s\p{C}]+/gu, ' ').trim(), max).trim();

/** A name as an id: letters, digits, dashes; names with other letters get a hash to stay distinct. */
export function idOf(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const id = letters
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
  if (id !== '' && !/[^\p{ASCII}]/u.test(letters)) return id.slice(0, 128);
  return `${id.slice(0, 100) || 'suite'}-${hash('sha256', name).slice(0, 8)}`;
}

/** The name of a file without its folder and its extensions. */
export const baseName = (fileName = ''): string => withoutExtensions(fileName.replace(/^.*[\\/]/, ''));

function withoutExtensions(name: string): string {
  const parts = name.split('.');
  while (parts.length > 1 && /^[a-z]+$/i.test(parts.at(-1)!)) parts.pop();
  return parts.join('.');
}
