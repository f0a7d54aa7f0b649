import { parseArgs } from 'node:util';
import { loadSuiteFile } from '@assay/suite-file/load-suite-file';
import { printSuiteFile } from '@assay/suite-file/print-suite-file';
import { EXIT_CODES, UsageError, type ExitCode, type OutputStreams } from './command.ts';
import { parseChoice, readTextFile, writeTextFile } from './files.ts';
import { faultLine } from './validate.ts';

const options = {
  from: { type: 'string' },
  to: { type: 'string', default: 'yaml' },
  out: { type: 'string', short: 'o' },
  server: { type: 'string', multiple: true },
  model: { type: 'string' },
} as const;

/**
 * Writes a suite file of any known format in Assay's format, and reports on stderr how exactly each case was
 * converted.
 */
export async function convertFile(args: string[], { out, err }: OutputStreams): Promise<ExitCode> {
  const {
    values,
    positionals: [file, ...more],
  } = parseArgs({ args, allowPositionals: true, options });
  if (file === undefined || more.length > 0) throw new UsageError('assay suite convert <file> takes exactly one file');
  const to = parseChoice('to', values.to, ['yaml', 'json']);
  const from =
    values.from === undefined ? undefined : parseChoice('from', values.from, ['promptfoo', 'mcp-servers', 'assay']);
  const { server: servers, model } = values;
  const loaded = loadSuiteFile(
    await readTextFile(file),
    { fileName: file, ...(servers && { servers }), ...(model !== undefined && { model }) },
    from,
  );
  if ('faults' in loaded) {
    err(loaded.faults.map((fault) => faultLine(file, fault)).join(''));
    return EXIT_CODES.faulty;
  }
  const text = printSuiteFile(loaded.file, to);
  if (values.out === undefined) out(text);
  else await writeTextFile(values.out, text);
  for (const warning of loaded.warnings) err(`${warning}\n`);
  if (loaded.format !== 'assay')
    for (const { title, import: claim } of loaded.file.cases) err(`${claim!.status}: ${title} (${claim!.note})\n`);
  return EXIT_CODES.ok;
}
