import type { AssayClient } from '@assay/sdk';
import { isSameName } from '@assay/contract/normal-name';
import { given } from '@assay/contract/given';
import type { setInput } from '../../commands/servers/secret.ts';
import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../command-failure.ts';
import type { Action } from '../../declare/command.ts';
import { readTextFile } from '../../files.ts';
import { printJson } from '../../output/print-json.ts';
import { quoted } from '../../output/quote-word.ts';
import { visibleText } from '../../output/visible-text.ts';

/** Creates a secret, or replaces the value of the one with this name. */
export const setSecret: Action<typeof setInput> = async (context, { arguments: { name, value: refused }, options }) => {
  const ways = [`echo "$TOKEN" | assay secret set ${quoted(name)}        or: assay secret set ${quoted(name)} < file`];
  if (refused !== undefined)
    throw new UsageError('a secret is not taken from an argument, where others can read it.', ways);
  const value = await valueOf(context, options.file, ways);
  const { assay, projectId: projectOf } = await context.platform();
  const projectId = await projectOf();
  const { description } = options;
  const existing = await findSecret(assay, projectId, name);
  const saved =
    existing === undefined
      ? await assay.createSecret({ projectId }, { name, value, ...given({ description }) })
      : await assay.updateSecret({ projectId, secretId: existing }, { value, ...given({ description }) });
  const line = `secret ${visibleText(saved.name)} ${existing === undefined ? 'is kept' : 'has the new value'}: ${saved.id}\n`;
  context.terminal.out(options.json === undefined ? line : printJson(saved));
};

async function valueOf(
  { terminal, folder }: CommandContext,
  file: string | undefined,
  ways: string[],
): Promise<string> {
  if (file === undefined && terminal.isInteractive.in)
    throw new UsageError('the value of the secret is read from standard input.', ways);
  const text = file === undefined ? await terminal.read() : await readTextFile(file, folder);
  const value = text.replace(/\r?\n$/, '');
  if (value === '') throw new UsageError('the value of the secret is empty.', ways);
  return value;
}

async function findSecret(assay: AssayClient, projectId: string, name: string): Promise<string | undefined> {
  const same: string[] = [];
  for await (const secret of assay.listSecrets.all({ projectId }, { limit: 200 })) {
    if (isSameName(secret.name, name)) same.push(secret.id);
  }
  if (same.length > 1)
    throw new UsageError(`several secrets are named "${visibleText(name)}": ${same.join(', ')}.`, [
      'assay api updateSecret --param secretId=… --body -',
    ]);
  return same[0];
}
