import { updateEvalCase as operation } from '@assay/contract/operations/cases';
import { handle } from '@assay/kit/handle';
import { reviseCase } from '../actions/revise-case.ts';
import type { Deps } from '../deps.ts';
import { toCase } from '../domain/case-record.ts';
import { inWritableSuite } from '../writable-suite.ts';

export const updateCase = (deps: Deps) =>
  handle(operation, async (_caller, { caseId, ...target }, patch) =>
    toCase(
      await inWritableSuite(deps, target, (tx, suite, serverNames) =>
        reviseCase(tx, suite, serverNames, caseId, patch),
      ),
    ),
  );
