import type { ReadinessKind, SubmissionFact } from '@assay/contract/areas/readiness/documents';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { ServerAddress } from '../../domain/servers/server-address.ts';
import { listFacts, replaceFacts, type FactRow } from '../../store/readiness/readiness-facts.ts';

/** Keeps the facts of a server for one directory in place of those before; returns all of them. */
export const keepFacts = (
  pool: Pool,
  { projectId, serverId }: ServerAddress,
  kind: ReadinessKind,
  facts: readonly SubmissionFact[],
  statedBy: string | undefined,
): Promise<FactRow[]> =>
  transaction(pool, async (tx) => {
    const before = await listFacts(tx, { projectId, serverId }, kind);
    await replaceFacts(tx, { projectId, serverId }, kind, facts, statedBy);
    const kept = await listFacts(tx, { projectId, serverId }, kind);
    await audit(tx, { target: { projectId, serverId }, before: auditedFacts(before), after: auditedFacts(kept) });
    return kept;
  });

const auditedFacts = (facts: FactRow[]): object =>
  Object.fromEntries(facts.map(({ requirementId, met }) => [requirementId, met]));
