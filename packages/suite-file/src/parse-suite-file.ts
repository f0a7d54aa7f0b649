import type { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import { suiteFileFaults } from './check-suite-file.ts';
import type { FileFault } from './fault.ts';
import { readText, type LocatedValue } from './read-text.ts';

export type ParsedSuite = { file: SuiteFile } | { faults: FileFault[] };

/** Parses a suite file in YAML or JSON; returns its faults with their places in the text otherwise. */
export function parseSuiteFile(content: string): ParsedSuite {
  const read = readText(content);
  return 'faults' in read ? read : checkText(read.text);
}

/** Checks a parsed value as a suite file. */
export function checkText({ value, at }: LocatedValue): ParsedSuite {
  const faults = suiteFileFaults(value);
  return faults.length > 0
    ? { faults: faults.map((fault) => ({ ...fault, ...at(fault.path) })) }
    : { file: value as SuiteFile };
}
