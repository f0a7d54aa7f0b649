import { isWrite } from '@assay/contract/access';
import type { Operation } from '@assay/contract/operation';
import { isRefusedByGuard } from '@assay/contract/refused-by-guard';
import type { AuditedChange } from './change.ts';
import { inFlight } from '../requests/in-flight.ts';
import { namesSecret } from '../security/redact.ts';

/**
 * Runs the handler of an operation and sees to it that no write stays out of the audit log: one that the handler did not
 * write there itself is noted with the ids of its path and of what it `made`, which is undefined where nothing new was.
 * Notes, too, who was refused what only few may do.
 */
export async function withAudit<T>(
  operation: Operation,
  request: object,
  work: () => Promise<T>,
  made: (reply: T) => object | undefined,
): Promise<T> {
  if (!isWrite(operation)) return work();
  try {
    const reply = await work();
    const document = inFlight()?.audited ? undefined : made(reply);
    if (document) await note({ target: { ...idsOfPath(operation, request), ...idsOf(document) } });
    return reply;
  } catch (error) {
    if (isRefusedByGuard(operation, error) && inFlight()?.audited !== 'refused')
      await note({ target: idsOfPath(operation, request), outcome: 'refused' });
    throw error;
  }
}

/** A change without a known author leaves no entry. */
async function note(change: AuditedChange): Promise<void> {
  const { auditor, caller } = inFlight() ?? {};
  if (caller?.organizationId !== undefined || caller?.isOperator) await auditor?.(change);
}

/**
 * Notes what the operator changed in the log of the installation, and in the log of the organization whose object it is;
 * `organizationId` is undefined for an object of none.
 */
export async function noteOperatorAct(
  target: Record<string, string>,
  organizationId: string | undefined,
): Promise<void> {
  await note({ target });
  if (organizationId !== undefined) await note({ target, organizationId });
}

/** The ids in the path of an operation, except the ones that an entry names anyway. */
export function idsOfPath({ path }: Pick<Operation, 'path'>, request: object): Record<string, string> {
  const values = request as Record<string, unknown>;
  return Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)]
      .map(([, name]) => [name!, values[name!]] as const)
      .filter(
        (entry): entry is [string, string] =>
          typeof entry[1] === 'string' &&
          entry[0] !== 'organizationId' &&
          entry[0] !== 'projectId' &&
          !namesSecret(entry[0]),
      ),
  );
}

/** The ids at the top of a reply. */
const idsOf = (reply: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(reply).filter(
      (entry): entry is [string, string] =>
        /(^id|Id)$/.test(entry[0]) && entry[0] !== 'organizationId' && typeof entry[1] === 'string',
    ),
  );
