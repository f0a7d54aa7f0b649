import { basename } from 'node:path';
import type { AssayClient, EvalSuiteFileImported } from '@assay/sdk';
import { loadSuiteFile } from '@assay/suite-file/load-suite-file';
import { given } from '@assay/contract/given';
import type { pushInput } from '../../commands/suite.ts';
import type { CommandContext } from '../../command-context.ts';
import { CommandFailure } from '../../command-failure.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { readTextFile } from '../../files.ts';
import { pickFields, printJson } from '../../output/print-json.ts';
import { visibleText } from '../../output/visible-text.ts';
import { faultLines, type FaultyFile } from './fault-report.ts';
import { countOf } from '../../output/count-of.ts';

type ImportRequest = Parameters<AssayClient['importEvalSuiteFile']>[1];

/** Checks suite files here, and makes the suites of the project equal to them only when no file has a fault. */
export const pushFiles: Action<typeof pushInput> = async (context, { arguments: { file: files }, options }) => {
  const { from: format, server, model, dryRun, json } = options;
  const asked = given({ format, model, servers: server.length === 0 ? undefined : server });
  const contents = await readFiles(context, files, asked);
  const { assay, projectId: projectOf } = await context.platform();
  const projectId = await projectOf();
  const imported: EvalSuiteFileImported[] = [];
  for (const { file, content } of contents) {
    const request = { content, fileName: basename(file), ...asked, ...(dryRun && { dryRun }) };
    const told = await assay.importEvalSuiteFile({ projectId }, request);
    imported.push(told);
    for (const warning of told.warnings) context.terminal.err(`${visibleText(file)}: ${visibleText(warning)}\n`);
    if (json === undefined) context.terminal.out(`${lineOf(told)}\n`);
  }
  const documents = imported.length === 1 ? imported[0] : imported;
  if (json !== undefined)
    context.terminal.out(printJson(typeof json === 'string' ? pickFields(documents, json) : documents));
};

/** The texts of the files. Throws CommandFailure with all faults of all files. */
async function readFiles(
  { folder }: CommandContext,
  files: readonly string[],
  { format, servers, model }: Pick<ImportRequest, 'format' | 'servers' | 'model'>,
): Promise<{ file: string; content: string }[]> {
  const contents: { file: string; content: string }[] = [];
  const faulty: FaultyFile[] = [];
  for (const file of files) {
    const content = await readTextFile(file, folder);
    const loaded = loadSuiteFile(content, { fileName: basename(file), ...given({ servers, model }) }, format);
    if ('faults' in loaded) faulty.push({ file, faults: loaded.faults });
    else contents.push({ file, content });
  }
  if (faulty.length === 0) return contents;
  throw new CommandFailure(exitCodes.failed, `${faultsOf(faulty)} Nothing was pushed.`, faultLines(faulty));
}

function faultsOf(faulty: readonly FaultyFile[]): string {
  const count = faulty.reduce((sum, { faults }) => sum + faults.length, 0);
  const faults = countOf(count, 'fault');
  return faulty.length === 1
    ? `${visibleText(faulty[0]!.file)} has ${faults}.`
    : `${faulty.length} files have ${faults}.`;
}

function lineOf({ name, suiteId, created, dryRun, cases }: EvalSuiteFileImported): string {
  const { created: added, updated, unchanged, deleted } = cases;
  const counts = `cases: ${added} new, ${updated} changed, ${unchanged} unchanged, ${deleted} deleted`;
  const verb = dryRun ? (created ? 'would be created' : 'would change') : created ? 'is created' : 'equals its file';
  return `suite ${visibleText(name)} ${verb}${suiteId === undefined ? '' : ` (${suiteId})`}, ${counts}`;
}
