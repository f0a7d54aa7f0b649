import { LRUCache } from 'lru-cache';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { AuditService } from '@assay/mesh/gen/assay/v1/auditing';
import type { Operation } from '@assay/contract/operation';
import { isRefusedByGuard } from '@assay/contract/refused-by-guard';
import type { Caller } from '@assay/kit/security/caller';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import { OutageLog } from '@assay/kit/outage-log';
import { idsOfPath } from '@assay/kit/audit/with-audit';

/** A refused request and its error. */
interface Refused {
  operation: Operation;
  caller: Caller;
  params: Record<string, string>;
  error: unknown;
}

/**
 * A repeated attempt of one caller is noted once in this time, in milliseconds, and for at most `MAX_THINGS` objects.
 */
const AGAIN_MS = 60_000;
const MAX_THINGS = 10;
const MAX_REMEMBERED = 10_000;

/** Makes the function that audits refused attempts of members at guarded operations. The reply does not wait for it. */
export function refusalNotes(catalog: Pick<Channel, 'call'>, log: Logger, now = Date.now): (refused: Refused) => void {
  const outage = new OutageLog(log, {
    began: 'refusals cannot be written into the audit log',
    over: 'refusals are written into the audit log again',
  });
  const noted = new LRUCache<string, { since: number; things: Set<string> }>({ max: MAX_REMEMBERED });
  const isNoted = (who: string, thing: string): boolean => {
    const recent = noted.get(who);
    if (!recent || now() - recent.since >= AGAIN_MS) {
      noted.set(who, { since: now(), things: new Set([thing]) });
      return false;
    }
    const isKnown = recent.things.has(thing) || recent.things.size >= MAX_THINGS;
    if (!isKnown) recent.things.add(thing);
    return isKnown;
  };
  return ({ operation, caller, params, error }) => {
    const { path: rpc } = rpcOf(operation);
    if (caller.organizationId === undefined || !isRefusedByGuard(operation, error)) return;
    if (
      isNoted(
        `${caller.organizationId} ${caller.userId} ${caller.keyId ?? caller.sessionId} ${rpc}`,
        Object.values(params).join(' '),
      )
    )
      return;
    catalog.call(AuditService.noteRefusal, { rpc, target: idsOfPath(operation, params) }, { caller }).then(
      () => outage.over(),
      (failure: unknown) => outage.began(failure),
    );
  };
}
