import { loadSuiteFile } from '@assay/suite-file/load-suite-file';
import { printSuiteFile } from '@assay/suite-file/print-suite-file';
import { given } from '@assay/contract/given';
import type { Action } from '../../declare/command.ts';
import type { convertInput } from '../../commands/suite.ts';
import { exitCodes } from '../../exit-codes.ts';
import { readTextFile, STANDARD_OUTPUT, writeTextFile } from '../../files.ts';
import { faultLine } from './validate.ts';

/**
 * Writes a suite file of any known format in Assay's format, and reports on standard error how exactly each case was
 * converted.
 */
export const convertFile: Action<typeof convertInput> = async ({ terminal }, { arguments: { file }, options }) => {
  const { server, model, from, to = 'yaml', out } = options;
  const servers = server.length === 0 ? undefined : server;
  const loaded = loadSuiteFile(await readTextFile(file), { fileName: file, ...given({ servers, model }) }, from);
  if ('faults' in loaded) {
    terminal.err(loaded.faults.map((fault) => faultLine(file, fault)).join(''));
    return exitCodes.failed;
  }
  const text = printSuiteFile(loaded.file, to);
  if (out === undefined || out === STANDARD_OUTPUT) terminal.out(text);
  else await writeTextFile(out, text);
  for (const warning of loaded.warnings) terminal.err(`${warning}\n`);
  if (loaded.format !== 'assay')
    for (const { title, import: claim } of loaded.file.cases)
      terminal.err(`${claim!.status}: ${title} (${claim!.note})\n`);
  return exitCodes.passed;
};
