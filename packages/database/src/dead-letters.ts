import { listDeadLetters, replayDeadLetters } from '@assay/kit/bus/dead-letters';
import { createLog } from '@assay/kit/log';
import { openPool } from '@assay/kit/postgres/db';

const PAGE = 1_000;
const USAGE = 'Use: dead-letters, dead-letters replay <event id>, or dead-letters replay --all.';

/**
 * Runs the command `dead-letters` on the event log at `busUrl`, and prints a line of JSON per dead letter, or the number
 * of replayed ones. @throws when the arguments are not understood.
 */
export async function runDeadLetters(busUrl: string, args: string[], print: (line: string) => void): Promise<void> {
  const [action, target] = args;
  if (args.length > 2 || (action !== undefined && (action !== 'replay' || !target))) throw new Error(USAGE);
  const pool = openPool(busUrl, createLog('dead-letters', 'warn'), { max: 1, applicationName: 'dead letters' });
  try {
    if (action === undefined) for (const each of await listDeadLetters(pool, PAGE)) print(JSON.stringify(each));
    else {
      const eventId = target === '--all' ? undefined : target;
      print(`${await replayDeadLetters(pool, eventId, PAGE)} replayed`);
    }
  } finally {
    await pool.end();
  }
}
