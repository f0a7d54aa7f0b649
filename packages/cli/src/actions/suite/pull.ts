import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { exportInput, pullInput } from '../../commands/suite.ts';
import type { CommandContext } from '../../command-context.ts';
import type { Action } from '../../declare/command.ts';
import { given } from '@assay/contract/given';
import { STANDARD_OUTPUT, writeTextFile } from '../../files.ts';
import { confirm } from '../../output/confirm.ts';
import { visibleText } from '../../output/visible-text.ts';
import { findId } from '../../platform/find/find-named.ts';

/** Prints a suite as a file. */
export const exportSuite: Action<typeof exportInput> = async (context, { arguments: { suite }, options }) => {
  const { content } = await fileOf(context, suite, options.format);
  context.terminal.out(content);
};

/** Writes a suite into a file; a person confirms that a file with other content is replaced. */
export const pullSuite: Action<typeof pullInput> = async (context, { arguments: { suite }, options }) => {
  const format = options.format ?? (options.out?.endsWith('.json') ? 'json' : undefined);
  const { content, fileName } = await fileOf(context, suite, format);
  const out = options.out ?? basename(fileName);
  if (out === STANDARD_OUTPUT) return context.terminal.out(content);
  const path = resolve(context.folder, out);
  const present = await readFile(path, 'utf8').catch(() => undefined);
  if (present !== undefined && present !== content) await confirm(context, `Replace ${visibleText(out)}?`);
  if (present !== content) await writeTextFile(out, content, context.folder);
  context.terminal.out(`${visibleText(out)} ${present === content ? 'is the suite already' : 'is written'}.\n`);
};

async function fileOf(context: CommandContext, suite: string, format: 'yaml' | 'json' | undefined) {
  const { assay, projectId } = await context.platform();
  const suiteId = await findId(context, 'suite', suite);
  return assay.exportEvalSuiteFile({ projectId: await projectId(), suiteId }, given({ format }));
}
