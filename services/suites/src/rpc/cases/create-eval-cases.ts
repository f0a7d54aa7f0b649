import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import type { CreateEvalCases, EvalCasesBatchResult } from '@assay/contract/areas/cases/batch';
import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { reasons } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { ownKey, requestHash } from '@assay/kit/requests/idempotency';
import { addCases } from '../../actions/cases/add-cases.ts';
import type { CaseOutcome, CaseToWrite } from '../../domain/cases/case-outcome.ts';
import { readItem, refusalOf } from '../../flows/cases/batch-item.ts';
import type { Deps } from '../../deps.ts';
import { toBody } from '../../domain/cases/case-record.ts';
import { appliedPolicy, policyFault } from '../../domain/cases/duplicate-policy.ts';
import { refuseFault } from '@assay/contract/fault';
import { writeContextOf } from '../../flows/suites/write-context.ts';

export const createEvalCases = (deps: Deps) =>
  handle(
    operations.createEvalCases,
    async ({ isAgent }, { idempotencyKey, ...target }, { cases, duplicatePolicy, overrideReason }) => {
      const applied = appliedPolicy(duplicatePolicy);
      const policy = {
        duplicatePolicy: applied.effectivePolicy,
        ...given({ overrideReason }),
      };
      refuseFault(policyFault(policy), { reason: reasons.OVERRIDE_REASON_REQUIRED });
      const key = ownKey(idempotencyKey);
      const items = cases.map((each, i) => {
        const item = readItem(each);
        return 'draft' in item ? { draft: item.draft, ...toWrite(item.draft, i, key) } : item;
      });
      const added = (
        await addCases(
          deps.pool,
          await writeContextOf(deps, target),
          items.filter((item) => 'draft' in item),
          policy,
          isAgent,
        )
      ).values();
      const outcomes = items.map((item): CaseOutcome => {
        if ('refused' in item) return item;
        const outcome = added.next().value!;
        return 'fault' in outcome ? { refused: refusalOf('INVALID_CASE', outcome.fault) } : outcome;
      });
      return {
        ...resultOf(outcomes, cases),
        duplicatePolicy: applied,
        ...(applied.coerced && { warnings: [COERCED] }),
      };
    },
  );

const COERCED = {
  code: 'UNKNOWN_DUPLICATE_POLICY',
  message: 'The duplicate policy is none of block, warn and create_anyway; it was read as block.',
};

/** A repeated batch adds only the missing cases, so each case has a key of its own. */
function toWrite(draft: CreateEvalCase, index: number, batchKey: string | undefined): CaseToWrite {
  const key = JSON.stringify([batchKey, draft.id ?? index]);
  return {
    body: toBody(draft),
    ...given({ declaredId: draft.id }),
    ...(batchKey && { idempotency: { key, requestHash: requestHash(draft) } }),
  };
}

function resultOf(
  outcomes: CaseOutcome[],
  items: CreateEvalCases['cases'],
): Pick<EvalCasesBatchResult, 'created' | 'failed'> {
  const created: EvalCasesBatchResult['created'] = [];
  const failed: EvalCasesBatchResult['failed'] = [];
  for (const [index, outcome] of outcomes.entries()) {
    if ('refused' in outcome) failed.push({ index, ...labelOf(items[index]!), ...outcome.refused });
    else created.push(createdOf(index, outcome));
  }
  return { created, failed };
}

function createdOf(
  index: number,
  { written, replayed, warnings }: Extract<CaseOutcome, { written: unknown }>,
): EvalCasesBatchResult['created'][number] {
  const {
    id,
    declaredId,
    body: { title },
  } = written;
  return {
    index,
    id,
    ...given({ declaredId }),
    title,
    replayed,
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The title and id of a refused item, as far as they are texts. */
const labelOf = ({ title, id }: Record<string, unknown>): { title?: string; declaredId?: string } => ({
  ...(typeof title === 'string' && { title: title.slice(0, 500) }),
  ...(typeof id === 'string' && { declaredId: id.slice(0, 128) }),
});
