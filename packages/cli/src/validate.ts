import { parseArgs } from 'node:util';
import type { FileFault } from '@assay/suite-file/fault';
import { parseSuiteFile } from '@assay/suite-file/parse-suite-file';
import { EXIT_CODES, UsageError, type ExitCode, type OutputStreams } from './command.ts';
import { parseChoice, readTextFile } from './files.ts';

/** Reports every fault of suite files, one line each or as JSON. */
export async function validateFiles(args: string[], { out }: OutputStreams): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { format: { type: 'string', default: 'text' } },
  });
  const format = parseChoice('format', values.format, ['text', 'json']);
  if (positionals.length === 0) throw new UsageError('assay suite validate <file...> needs a file');

  const found: { file: string; faults: FileFault[] }[] = [];
  for (const file of positionals) {
    const parsed = parseSuiteFile(await readTextFile(file));
    found.push({ file, faults: 'faults' in parsed ? parsed.faults : [] });
  }
  const valid = found.every(({ faults }) => faults.length === 0);
  out(
    format === 'json'
      ? `${JSON.stringify({ valid, files: found }, null, 2)}\n`
      : found.map(({ file, faults }) => faults.map((fault) => faultLine(file, fault)).join('')).join(''),
  );
  return valid ? EXIT_CODES.ok : EXIT_CODES.faulty;
}

/** The format that editors link to: file, line, column. */
export const faultLine = (file: string, { line: at = 1, column = 1, path, message }: FileFault): string =>
  `${file}:${at}:${column} ${path || '/'} ${message}\n`;
