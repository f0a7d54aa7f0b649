import { operations } from '@assay/contract/operations';
import { INSTALLATION_LOG } from '@assay/kit/audit/audit';
import { pageOf, pageSize } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listEntries } from '../../store/audit-log/audit.ts';

const LIST = 'acts of the operator';

export const listOperatorActs = ({ pool, cursors }: Deps) =>
  handle(operations.listOperatorActs, async (_caller, _target, { cursor, limit }) => {
    const [at, id] = (cursors.decode(LIST, cursor) ?? []) as [number?, string?];
    const size = pageSize(operations.listOperatorActs, limit);
    const after = at === undefined || id === undefined ? undefined : { at, id };
    const found = await listEntries(pool, INSTALLATION_LOG, {}, after, size + 1);
    const acts = found.map(({ id: entryId, at: when, operation, actor, target, outcome, requestId }) => ({
      id: entryId,
      at: when,
      operation,
      ...(actor.keyId !== undefined && { keyId: actor.keyId }),
      target,
      outcome,
      requestId,
    }));
    return pageOf(acts, size, (last) => cursors.encode(LIST, [last.at, last.id]));
  });
