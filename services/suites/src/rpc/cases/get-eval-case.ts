import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toCase } from '../../domain/cases/case-record.ts';
import { findCase } from '../../store/cases/cases.ts';

export const getEvalCase = ({ pool }: Deps) =>
  handle(operations.getEvalCase, async (_caller, { projectId, suiteId, caseId }) => {
    const found = await findCase(pool, projectId, suiteId, caseId);
    if (!found) throw notFound('case');
    return toCase(found);
  });
