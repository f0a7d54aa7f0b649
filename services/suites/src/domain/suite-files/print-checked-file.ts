import type { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import type { Fault } from '@assay/contract/fault';
import { suiteFileFaults } from '@assay/suite-file/check-suite-file';
import { parseSuiteFile } from '@assay/suite-file/parse-suite-file';
import { printSuiteFile } from '@assay/suite-file/print-suite-file';

/** The text of a file, and what a parser refuses in it: such a text would lose the suite. */
export interface PrintedFile {
  content: string;
  faults: Fault[];
}

/** Prints a suite file without faults, and parses it again. One with faults is not printed, which would take seconds. */
export function printCheckedFile(file: SuiteFile, format: 'yaml' | 'json'): PrintedFile {
  const refused = suiteFileFaults(file);
  if (refused.length > 0) return { content: '', faults: refused };
  const content = printSuiteFile(file, format);
  const parsed = parseSuiteFile(content);
  const faults = 'faults' in parsed ? parsed.faults.map(({ path, message }) => ({ path, message })) : [];
  return { content, faults };
}
