import { isGuarded, isWrite } from '@assay/contract/access';
import { AuditService } from '@assay/contract/gen/assay/v1/auditing';
import type { Operation } from '@assay/contract/operation';
import { Problem } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/caller';
import type { Channel } from '@assay/kit/client';
import type { Logger } from '@assay/kit/log';
import { idsOfPath } from '@assay/kit/with-audit';

/** A request that was refused, and with what. */
interface Refused { operation: Operation; caller: Caller; params: Record<string, string>; error: unknown }

/** Whoever goes on trying the same is written down so often, in milliseconds. */
const AGAIN_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** Makes what has it written into the audit log when somebody who may not tries what only few may. The answer does not wait for that. */
export function refusalNotes(catalog: Pick<Channel, 'call'>, log: Logger, now = Date.now): (refused: Refused) => void {
  const noted = new Map<string, number>();
  const isNoted = (who: string): boolean => {
    const at = noted.get(who);
    if (at !== undefined && now() - at < AGAIN_MS) return true;
    noted.delete(who);
    noted.set(who, now());
    if (noted.size > MAX_REMEMBERED) noted.delete(noted.keys().next().value!);
    return false;
  };
  return ({ operation, caller, params, error }) => {
    const { rpc: { path: rpc } } = operation;
    if (!(error instanceof Problem) || error.code !== 'FORBIDDEN' || caller.organizationId === undefined || !isWrite(operation) || !isGuarded(operation)) return;
    if (isNoted(`${caller.organizationId} ${caller.userId} ${caller.keyId ?? caller.sessionId} ${rpc}`)) return;
    catalog.call(AuditService.noteRefusal, { rpc, target: idsOfPath(operation, params) }, { caller })
      .catch((failure: unknown) => log.warn({ err: failure, rpc }, 'a refusal could not be written into the audit log'));
  };
}
