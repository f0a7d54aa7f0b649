import type { TemporaryAssay } from '@assay/local/temporary/start-temporary-assay';
import type { CommandContext } from '../../command-context.ts';
import { CommandFailure } from '../../command-failure.ts';
import { exitCodes } from '../../exit-codes.ts';
import { connectPlatform } from '../../platform/connect-platform.ts';
import type { ProjectPlatform } from '../../platform/open-platform.ts';
import { splitShell } from './server-target.ts';

/** A temporary Assay in this process. */
export interface LocalAssay extends ProjectPlatform {
  /** Models that cannot be used, each with the variables that would set up its provider. */
  lacking: ReadonlyMap<string, string>;
}

/** The needs of the work on a temporary Assay. */
interface LocalNeeds {
  /** Models as `provider/name`. */
  models: string[];
  /** Whether a server is a command. */
  startsCommands: boolean;
  keep: boolean;
}

/**
 * Does the work on a temporary Assay, which is ended and removed in every case: at the end, with Ctrl-C, and when this
 * process is killed. Throws CommandFailure when it cannot be started, or ends by itself.
 */
export async function onLocalAssay<Result>(
  context: CommandContext,
  { models, startsCommands, keep }: LocalNeeds,
  work: (local: LocalAssay) => Promise<Result>,
): Promise<Result> {
  const { env, folder, terminal, interrupted, isQuiet, debug } = context;
  const { startTemporaryAssay } = await import('@assay/local/temporary/start-temporary-assay');
  const commands = startsCommands ? { env: splitShell(env).others, folder } : undefined;
  const running = await startTemporaryAssay({ env, models, commands, keep }).catch((error: unknown) => {
    throw new CommandFailure(exitCodes.unreachable, (error as Error).message, [], error);
  });
  const ended = running.ended.catch((error: unknown) => {
    throw new CommandFailure(exitCodes.unreachable, (error as Error).message, [], error);
  });
  const tell = (text: string) => !isQuiet && terminal.err(text);
  try {
    interrupted.throwIfAborted();
    const platform = await connectPlatform({ ...context, env: { ...env, ...variablesOf(running) } }, {}, { debug });
    return await Promise.race([work({ ...platform, lacking: running.lacking }), ended.then(() => never())]);
  } finally {
    await running.stop();
    if (interrupted.aborted) tell(`Interrupted: everything was ended${keep ? '' : ' and removed'}.\n`);
    if (keep) tell(`The data is in ${running.folder}. Open it:  assay dev --data ${running.folder}\n`);
  }
}

/** The variables that lead a command to this platform, and to no proxy. */
const variablesOf = ({ url, apiKey, projectId }: TemporaryAssay) => ({
  ASSAY_URL: url,
  ASSAY_API_KEY: apiKey,
  ASSAY_PROJECT: projectId,
  http_proxy: undefined,
  HTTP_PROXY: undefined,
});

const never = () => new Promise<never>(() => undefined);
