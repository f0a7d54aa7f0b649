import type { ServerDiff } from '@assay/sdk';
import type { diffInput } from '../../commands/servers/server.ts';
import { UsageError } from '../../command-failure.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { readTextFile } from '../../files.ts';
import { markOf } from '../../output/marks.ts';
import { printDocument } from '../../output/print-document.ts';
import { visibleText } from '../../output/visible-text.ts';
import { findId, isId } from '../../platform/find/find-named.ts';
import type { CommandContext } from '../../command-context.ts';
import type { Terminal } from '../../terminal.ts';

/** Compares what a server offers now with an export or a surface that was seen before. */
export const diffServers: Action<typeof diffInput> = async (context, { arguments: { server, base }, options }) => {
  const { assay, projectId: projectOf } = await context.platform();
  const [projectId, serverId] = [await projectOf(), await findId(context, 'server', server)];
  const head = options.head === undefined ? 'live' : await sideOf(context, options.head);
  const diff = await assay.diffServer({ projectId, serverId }, { base: await sideOf(context, base), head });
  printDocument(context, options, diff, () => diffText(diff, context.terminal));
  return diff.compatible ? exitCodes.passed : exitCodes.failed;
};

/** A side of the comparison: the id of a surface, or a file with an export. */
async function sideOf(context: CommandContext, text: string): Promise<object> {
  if (isId(text)) return { surfaceId: text };
  const json = await readTextFile(text, context.folder);
  try {
    return { export: JSON.parse(json.replace(/^\uFEFF/, '')) as object };
  } catch {
    throw new UsageError(`${text} is neither the id of a surface nor a file of assay server export.`);
  }
}

const MARKS = { breaking: 'failed', additive: 'passed', cosmetic: 'pending' } as const;

function diffText(
  { changes, summary, compatible }: ServerDiff,
  terminal: Pick<Terminal, 'isUnicode' | 'colors'>,
): string {
  const lines = changes.map(
    ({ grade, kind, name, message }) =>
      `  ${markOf(MARKS[grade], terminal)} ${grade.padEnd(8)}  ${kind} ${visibleText(name)}  ${visibleText(message)}\n`,
  );
  const { breaking, additive, cosmetic } = summary;
  const mark = markOf(compatible ? 'passed' : 'failed', terminal);
  const said =
    changes.length === 0
      ? 'Nothing changed.'
      : `${breaking} breaking, ${additive} additive and ${cosmetic} cosmetic changes.`;
  return `${lines.join('')}${lines.length > 0 ? '\n' : ''}${mark} ${said}\n`;
}
