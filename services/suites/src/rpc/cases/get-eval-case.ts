import { getEvalCase as operation } from '@assay/contract/operations/cases';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toCase } from '../../domain/cases/case-record.ts';
import { findCase } from '../../store/cases/cases.ts';

export const getCase = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId, suiteId, caseId }) => {
    const found = await findCase(pool, projectId, suiteId, caseId);
    if (!found) throw notFound('case');
    return toCase(found);
  });
