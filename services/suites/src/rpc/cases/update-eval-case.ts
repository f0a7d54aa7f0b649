import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { reviseCase } from '../../actions/cases/revise-case.ts';
import type { Deps } from '../../deps.ts';
import { toCase } from '../../domain/cases/case-record.ts';
import { writeContextOf } from '../../flows/suites/write-context.ts';

export const updateEvalCase = (deps: Deps) =>
  handle(operations.updateEvalCase, async ({ userId }, { caseId, ...target }, patch) =>
    toCase(await reviseCase(deps.pool, await writeContextOf(deps, target), caseId, patch, userId)),
  );
