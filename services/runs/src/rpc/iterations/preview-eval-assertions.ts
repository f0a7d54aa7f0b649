import { operations } from '@assay/contract/operations';
import { previewAssertions as preview } from '@assay/grading/iteration/preview';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { maskedAssertion } from '../../domain/iterations/masked-standard.ts';
import { faultProblem } from '@assay/contract/fault';
import { openRecording } from '../../flows/iterations/recording.ts';

export const previewEvalAssertions = ({ pool }: Deps) =>
  handle(operations.previewEvalAssertions, async (_caller, target, { assertions, stepId }) => {
    const { frozen, transcript } = await openRecording(pool, target);
    const results = preview(frozen, transcript, assertions.map(maskedAssertion), stepId);
    if (!results) throw faultProblem({ path: '/stepId', message: "is not a step of the iteration's case" });
    return { iterationId: target.iterationId, results };
  });
