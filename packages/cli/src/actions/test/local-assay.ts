import { createClient } from '@assay/sdk';
import type { CommandContext } from '../../command-context.ts';
import { CommandFailure } from '../../command-failure.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { ProjectPlatform } from '../../platform/open-platform.ts';
import { splitShell } from './server-target.ts';

/** A temporary Assay in this process. */
export interface LocalAssay extends ProjectPlatform {
  /** Models that cannot be used, each with the variables that would set up its provider. */
  lacking: ReadonlyMap<string, string>;
}

/** What the work needs of the temporary Assay. */
interface LocalNeeds {
  /** Models as `provider/name`. */
  models: string[];
  /** Whether a server is a command. */
  startsCommands: boolean;
  keep: boolean;
}

/**
 * Does the work on a temporary Assay, which is ended and removed whatever happens: at the end, with Ctrl-C, and when this
 * process is killed. Throws CommandFailure when it cannot be started, or ends by itself.
 */
export async function onLocalAssay<Result>(
  { env, folder, terminal, interrupted, isQuiet }: CommandContext,
  { models, startsCommands, keep }: LocalNeeds,
  work: (local: LocalAssay) => Promise<Result>,
): Promise<Result> {
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
    const { url, apiKey: credential, projectId } = running;
    const local = {
      url,
      assay: createClient({ url, credential, signal: interrupted }),
      uninterrupted: createClient({ url, credential, retries: 0 }),
      projectId: async () => projectId,
      lacking: running.lacking,
    };
    return await Promise.race([work(local), ended.then(() => never())]);
  } finally {
    await running.stop();
    if (interrupted.aborted) tell(`Interrupted: everything was ended${keep ? '' : ' and removed'}.\n`);
    if (keep) tell(`The data is in ${running.folder}. Open it:  assay dev --data ${running.folder}\n`);
  }
}

const never = () => new Promise<never>(() => undefined);
