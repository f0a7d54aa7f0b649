import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { gradeIteration } from '@assay/grading/iteration/grade-iteration';
import { tokensUsed } from '@assay/grading/iteration/tokens-used';
import { firstFailure } from '@assay/grading/stages/first-failure';
import { stageChain } from '@assay/grading/stages/chain';
import type { Iteration, IterationGrade } from './iteration.ts';

/** How an iteration ended, and whether its run has a server to call. */
type Ending = Pick<Iteration, 'status' | 'blame' | 'errorCode'> & { hasServers: boolean };

/** Grades an iteration by the assertions of its case and its suite and by its ending, in the stored form. */
export function gradedTrial(
  frozen: FrozenCase,
  checks: readonly EvalAssertion[],
  transcript: Transcript,
  { status, blame, errorCode, hasServers }: Ending,
): IterationGrade {
  const grade = gradeIteration(frozen, checks, transcript);
  const trial = { transcript, grade, status, blame, errorCode, hasServers };
  return {
    ...grade,
    // A trial that did not run to its end failed by its cause, even where evidence is missing for that reason.
    evaluatorError: status === 'completed' && grade.evaluatorError,
    tokensUsed: tokensUsed(transcript.usage) ?? null,
    chain: stageChain(trial),
    ...given({ failure: firstFailure(trial) }),
  };
}
