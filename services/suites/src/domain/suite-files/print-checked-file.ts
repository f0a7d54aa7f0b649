import type { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import type { Fault } from '@assay/contract/fault';
import { parseSuiteFile } from '@assay/suite-file/parse-suite-file';
import { printSuiteFile } from '@assay/suite-file/print-suite-file';

/** The text of a file, and what a parser refuses in it: such a text would lose the suite. */
export interface PrintedFile {
  content: string;
  faults: Fault[];
}

/** Prints a suite file, and parses it again. */
export function printCheckedFile(file: SuiteFile, format: 'yaml' | 'json'): PrintedFile {
  const content = printSuiteFile(file, format);
  const parsed = parseSuiteFile(content);
  const faults = 'faults' in parsed ? parsed.faults.map(({ path, message }) => ({ path, message })) : [];
  return { content, faults };
}
