import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { Problem } from '@assay/contract/problem';
import type { InspectedServer } from './inspected-server.ts';

/** The result of `judge` on a surface. @throws Problem for a surface that is nested too deep. */
export function judgeSurface<T>({ target: { serverId, serverName } }: InspectedServer, judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Problem('SERVER_UNREACHABLE', `What server "${serverName}" declares is nested too deeply.`, {
      serverId,
      cause: 'answer_off_protocol' satisfies Cause,
    });
  }
}
