import type { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import { suiteFileFaults } from './check-suite-file.ts';
import type { FileFault } from './fault.ts';
import { readText, type LocatedValue } from './read-text.ts';

export type ParsedSuite = { file: SuiteFile } | { faults: FileFault[] };

/** A suite file in YAML or JSON, or everything that is wrong with it, with its place in the text. */
export function parseSuiteFile(content: string): ParsedSuite {
  const read = readText(content);
  return 'faults' in read ? read : checkText(read.text);
}

/** What was read, as a suite file. */
export function checkText({ value, at }: LocatedValue): ParsedSuite {
  const faults = suiteFileFaults(value);
  return faults.length > 0
    ? { faults: faults.map((fault) => ({ ...fault, ...at(fault.path) })) }
    : { file: value as SuiteFile };
}
