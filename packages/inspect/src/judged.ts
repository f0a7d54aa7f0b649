import { Problem } from '@assay/contract/problem';
import type { InspectedServer } from './subject.ts';

/** What `judge` makes of a surface. @throws Problem for one that is nested deeper than anybody can follow. */
export function judgeSurface<T>({ target: { serverId, serverName } }: InspectedServer, judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Problem('INTERNAL_ERROR', `What server "${serverName}" declares is nested too deeply.`, { serverId });
  }
}
