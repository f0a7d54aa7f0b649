import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../command-failure.ts';
import type { InputMaker } from '../../declare/operation-command.ts';
import { readGiven } from '../operation/read-body.ts';
import { readValues } from './given-value.ts';

/** The words of `server add` and `server update` beside the words of the operation. */
interface ServerWords {
  arguments: { command?: string[] };
  options: { url?: string; header: string[]; env: string[]; clientSecretFrom?: string; body?: string };
}

/** The fields of a new server: it is switched on, and reached at its address or by its command. */
export const newServerInput: InputMaker = async (context, given) => {
  const words = given as unknown as ServerWords;
  const { command = [] } = words.arguments;
  const { url, body } = words.options;
  if (url === undefined && command.length === 0 && body === undefined)
    throw new UsageError('a server needs an address or a command.', [
      'assay server add <name> --url https://…/mcp',
      'assay server add <name> -- npx -y @modelcontextprotocol/server-everything',
    ]);
  if (url !== undefined && command.length > 0) throw new UsageError('a server has an address or a command, not both.');
  return {
    enabled: true,
    ...(url !== undefined && { transportType: 'http', url }),
    ...(command.length > 0 && { transportType: 'stdio', command: command[0], args: command.slice(1) }),
    ...(await credentialsOf(context, words)),
  };
};

/** The fields that change a server. */
export const changedServerInput: InputMaker = async (context, given) => {
  const words = given as unknown as ServerWords;
  const { command = [] } = words.arguments;
  const { url } = words.options;
  return {
    ...(url !== undefined && { transportType: 'http', url }),
    ...(command.length > 0 && { transportType: 'stdio', command: command[0], args: command.slice(1) }),
    ...(await credentialsOf(context, words)),
  };
};

async function credentialsOf(context: CommandContext, { options }: ServerWords): Promise<object> {
  const { header, env, clientSecretFrom } = options;
  if (clientSecretFrom !== undefined && clientSecretFrom !== '-' && !clientSecretFrom.startsWith('@'))
    throw new UsageError('--client-secret-from is @file, or - for standard input.');
  return {
    ...(header.length > 0 && { headers: await readValues(context, '--header', header) }),
    ...(env.length > 0 && { env: await readValues(context, '--env', env) }),
    ...(clientSecretFrom !== undefined && { clientSecret: (await readGiven(context, clientSecretFrom)).trim() }),
  };
}
