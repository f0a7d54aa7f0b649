import type { CommandContext } from '../command-context.ts';
import { findId } from '../platform/find/find-named.ts';
import { findRunId } from '../platform/find/find-run.ts';

/** The id of the run that a command names: the newest one when it names none. */
export async function namedRun(
  context: CommandContext,
  run: string | undefined,
  { suite }: { suite?: string | undefined },
): Promise<string> {
  const suiteId = suite === undefined ? undefined : await findId(context, 'suite', suite);
  return findRunId(context, run ?? 'last', { suiteId });
}
