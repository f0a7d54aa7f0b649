import type { FileFault } from '@assay/suite-file/fault';
import { parseSuiteFile } from '@assay/suite-file/parse-suite-file';
import type { Action } from '../../declare/command.ts';
import type { validateInput } from '../../commands/suite.ts';
import { exitCodes } from '../../exit-codes.ts';
import { readTextFile } from '../../files.ts';
import { printJson } from '../../output/print-json.ts';

/** Reports every fault of suite files, one line each or as JSON. */
export const validateFiles: Action<typeof validateInput> = async ({ terminal }, { arguments: { file }, options }) => {
  const found: { file: string; faults: FileFault[] }[] = [];
  for (const path of file) {
    const parsed = parseSuiteFile(await readTextFile(path));
    found.push({ file: path, faults: 'faults' in parsed ? parsed.faults : [] });
  }
  const valid = found.every(({ faults }) => faults.length === 0);
  const lines = found.flatMap(({ file: path, faults }) => faults.map((fault) => faultLine(path, fault)));
  terminal.out(options.json === undefined ? lines.join('') : printJson({ valid, files: found }));
  return valid ? exitCodes.passed : exitCodes.failed;
};

/** The format that editors link to: file, line, column. */
export const faultLine = (file: string, { line: at = 1, column = 1, path, message }: FileFault): string =>
  `${file}:${at}:${column} ${path || '/'} ${message}\n`;
