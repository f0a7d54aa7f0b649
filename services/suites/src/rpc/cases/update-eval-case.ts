import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { reviseCase } from '../../actions/cases/revise-case.ts';
import type { Deps } from '../../deps.ts';
import { toCase } from '../../domain/cases/case-record.ts';
import { inWritableSuite } from '../../actions/suites/writable-suite.ts';

export const updateEvalCase = (deps: Deps) =>
  handle(operations.updateEvalCase, async (_caller, { caseId, ...target }, patch) =>
    toCase(
      await inWritableSuite(deps, target, (tx, suite, serverNames) =>
        reviseCase(tx, suite, serverNames, caseId, patch),
      ),
    ),
  );
