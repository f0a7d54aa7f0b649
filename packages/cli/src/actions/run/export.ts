import { open, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { exportInput } from '../../commands/run.ts';
import { UsageError } from '../../command-failure.ts';
import type { CommandContext } from '../../command-context.ts';
import type { Action } from '../../declare/command.ts';
import { STANDARD_OUTPUT } from '../../files.ts';
import { namedRun } from '../../runs/named-run.ts';

/** Writes a run in a format of other programs, to a file or to standard output. */
export const exportRun: Action<typeof exportInput> = async (context, { arguments: { run }, options }) => {
  const { assay, projectId } = await context.platform();
  const { format = 'junit', content, out } = options;
  if (content && format !== 'otlp') throw new UsageError('--content is for --format otlp.');
  const target = { projectId: await projectId(), runId: await namedRun(context, run, options) };
  const write = outputOf(context, out);
  try {
    if (format === 'junit') await write.text(await assay.exportEvalRunJunit(target));
    if (format === 'markdown') await write.text(await assay.exportEvalRunMarkdown(target));
    if (format === 'otlp')
      for await (const page of tracePages(context, target, content)) await write.text(`${JSON.stringify(page)}\n`);
  } finally {
    await write.close();
  }
};

/** The pages of the traces of a run, a JSON object each, as a collector accepts them. */
async function* tracePages(context: CommandContext, target: { projectId: string; runId: string }, content: boolean) {
  const { assay } = await context.platform();
  for (let cursor: string | undefined; ;) {
    const asked = { ...(cursor !== undefined && { cursor }), ...(content && { includeContent: true }) };
    const { data, headers } = await assay.exportEvalRunTraces.withResponse(target, asked);
    yield data;
    cursor = headers.get('x-next-cursor') ?? undefined;
    if (cursor === undefined) return;
  }
}

/** Standard output, or a file that is opened with the first text, so that a refused export leaves it as it was. */
function outputOf({ terminal, folder }: CommandContext, out: string | undefined) {
  if (out === undefined || out === STANDARD_OUTPUT)
    return { text: async (text: string) => terminal.out(text), close: async () => undefined };
  let file: FileHandle | undefined;
  return {
    text: async (text: string) => {
      file ??= await open(resolve(folder, out), 'w').catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(`${out} cannot be written (${error.code ?? error.message})`);
      });
      await file.writeFile(text);
    },
    close: async () => file?.close(),
  };
}
