import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { assertWritable } from '../../domain/suites/file-ownership.ts';
import { findSuite } from '../../store/suites/suites.ts';

/** Projects have no environments yet, so there is none to attach. */
export const attachEvalSuiteEnvironment = ({ pool }: Deps) =>
  handle(
    operations.attachEvalSuiteEnvironment,
    async (_caller, { projectId, suiteId, declaredSuiteId }, { environmentId }) => {
      const suite = await findSuite(pool, projectId, suiteId);
      if (!suite) throw notFound('suite');
      assertWritable(suite, declaredSuiteId);
      throw notFound('environment', { environmentId });
    },
  );
