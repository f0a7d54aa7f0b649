import type { AssayClient } from '@assay/sdk';
import { Problem } from '@assay/sdk';
import type { importInput } from '../../commands/servers/server.ts';
import type { Action } from '../../declare/command.ts';
import { UsageError } from '../../command-failure.ts';
import { exitCodes } from '../../exit-codes.ts';
import { readTextFile } from '../../files.ts';
import { printJson } from '../../output/print-json.ts';
import { visibleText } from '../../output/visible-text.ts';
import { readMcpConfig, type ConfiguredServer } from './mcp-config.ts';

/** Saves the servers of an mcp.json. Their headers and variables are sent and never printed. */
export const importServers: Action<typeof importInput> = async (context, { arguments: { file, name }, options }) => {
  const found = readMcpConfig(await readTextFile(file, context.folder), file, context.env);
  const wanted = name.length === 0 ? found : name.map((each) => named(found, each, file));
  const { assay, projectId: projectOf } = await context.platform();
  const projectId = await projectOf();
  const saved: { name: string; id?: string; error?: string }[] = [];
  for (const server of wanted) {
    const outcome = await save(assay, projectId, server);
    saved.push(outcome);
    if (options.json === undefined)
      context.terminal.out(
        `${visibleText(outcome.name)}  ${outcome.id ?? `not saved: ${visibleText(outcome.error ?? '')}`}\n`,
      );
  }
  if (options.json !== undefined) context.terminal.out(printJson(saved));
  return saved.some(({ error }) => error !== undefined) ? exitCodes.failed : exitCodes.passed;
};

function named(found: readonly ConfiguredServer[], name: string, file: string): ConfiguredServer {
  const server = found.find((each) => each.name === name);
  if (server) return server;
  throw new UsageError(
    `${file} has no server "${visibleText(name)}". It has: ${found.map((each) => visibleText(each.name)).join(', ')}.`,
  );
}

/** Saves a server; a refusal, such as for a name that is taken, is kept beside the others. */
async function save(
  assay: AssayClient,
  projectId: string,
  server: ConfiguredServer,
): Promise<{ name: string; id?: string; error?: string }> {
  const { name, variables, ...fields } = server;
  if (variables.length > 0) return { name, error: `${variables.join(', ')} not set in the environment` };
  try {
    const { id } = await assay.createProjectServer({ projectId }, { name, enabled: true, ...fields });
    return { name, id };
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 401) throw error;
    return { name, error: error.message };
  }
}
