import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { GradeStudySessionsReply, GradeStudySessionsRequest } from '@assay/mesh/gen/assay/v1/study_measures';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { gradedShares } from '../../flows/study-analytics/graded-shares.ts';
import { readableStudy } from '../../flows/study-analytics/readable-study.ts';

export const gradeStudySessions =
  ({ pool }: Deps): RpcHandler<GradeStudySessionsRequest, GradeStudySessionsReply> =>
  async (request, caller) => {
    const part = await readableStudy(pool, caller, request);
    const assertions = JSON.parse(request.assertions.toString()) as EvalAssertion[];
    return gradedShares(pool, part, assertions, request.maxSessions);
  };
