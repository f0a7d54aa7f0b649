import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { assertWritable } from '../../domain/suites/file-ownership.ts';
import { changeSuite } from '../../flows/suites/change-suite.ts';
import { findSuite } from '../../store/suites/suites.ts';

export const attachEvalSuiteEnvironment = (deps: Deps) =>
  handle(operations.attachEvalSuiteEnvironment, async ({ userId }, target, { environmentId }) => {
    const { projectId, suiteId, declaredSuiteId } = target;
    const suite = await findSuite(deps.pool, projectId, suiteId);
    if (!suite) throw notFound('suite');
    assertWritable(suite, declaredSuiteId);
    const { environmentIds: attached = [] } = suite.body;
    if (attached.includes(environmentId)) return { suiteId, attached: false, environmentIds: attached };
    const patch = { environmentIds: [...attached, environmentId], expectedRevision: suite.revision };
    const { environmentIds } = await changeSuite(deps, target, patch, userId);
    return { suiteId, attached: true, environmentIds };
  });
