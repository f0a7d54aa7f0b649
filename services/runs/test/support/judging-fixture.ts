import type { Static } from 'typebox';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { JudgeOpinion, JudgeTask } from '@assay/contract/areas/judges/work';
import { EvalRunJudges } from '@assay/contract/areas/judges/documents';
import type { Judge } from '@assay/contract/areas/suites/settings';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { operations } from '@assay/contract/operations';
import { WorkService, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import type { Problem } from '@assay/contract/problem';
import { schemaCompiler } from '@assay/kit/json/schema';
import { answeredWork } from '@assay/work/runner/work-handler';
import { askFor, testCaller, echoCase, openRuns, echoTranscript, type HeldItem } from './harness.ts';

const isJudges = schemaCompiler()(EvalRunJudges);
export const JUDGE_RUBRIC = {
  criteria: [
    { id: 'polite', label: 'Is polite', required: true },
    { id: 'short', label: 'Is short' },
  ],
};
export const refusalOf = (answer: Promise<unknown>): Promise<Problem> =>
  answer.then(
    (given) => {
      throw new Error(`was accepted: ${JSON.stringify(given)}`);
    },
    (error: Problem) => error,
  );

/** A case with an expected output; its tool answers `text`. */
export const goalCase = (id: string, more: Partial<FrozenCase> = {}): FrozenCase =>
  echoCase(id, { expectedOutput: `It says ${id}.`, ...more });
export const trialTranscript = (text: string): Transcript => ({
  ...echoTranscript(text),
  messages: [
    { role: 'user', content: 'Say it.', promptIndex: 0 },
    { role: 'assistant', content: `It says ${text}.`, promptIndex: 0 },
  ],
  userMessages: 1,
});
export const caseOf = (item: HeldItem): string => (JSON.parse(item.case.toString()) as FrozenCase).id;

/** The runs service, with the calls of people, suites and a judging runner. */
export async function openJudgingFixture() {
  const runs = await openRuns();
  runs.world.models.hostedModels.push('openai/judge');

  /** Saves a suite with these cases and this judge; returns its id. */
  const suite = (
    name: string,
    cases: FrozenCase[],
    judge: Partial<Static<typeof Judge>> = {},
    more: object = {},
  ): string => {
    const suiteId = name.replaceAll(/[^a-z0-9]/gi, '-');
    const config = { enabled: true, model: 'openai/judge', autoRun: false, threshold: 0.7, ...judge };
    runs.world.suites.set(suiteId, { cases, suite: { judge: Buffer.from(JSON.stringify(config)), ...more } });
    return suiteId;
  };
  const launch = async (suiteId: string): Promise<string> =>
    (await runs.call(operations.createEvalRun, {}, { suiteId })).runId;
  /** A run of the suite whose iterations are all finished. */
  const finished = async (
    suiteId: string,
    evidence: (item: HeldItem) => Transcript = (item) => trialTranscript(caseOf(item)),
  ): Promise<string> => {
    const runId = await launch(suiteId);
    await runs.report(await runs.lease('r'), evidence);
    return runId;
  };
  const read = (runId: string) => runs.call(operations.getEvalRun, { runId });
  const judgesOf = async (runId: string): Promise<EvalRunJudges> => {
    const { judges } = await read(runId);
    if (!isJudges(judges))
      throw new Error(`is not what the contract says of judges: ${JSON.stringify(isJudges.errors)}`);
    return judges as EvalRunJudges;
  };
  const iterationsOf = async (runId: string) =>
    (await runs.call(operations.listEvalRunIterations, { runId }, { limit: '200' })).items;
  const request = (runId: string, body: object = {}) => runs.call(operations.requestEvalRunJudge, { runId }, body);
  const label = (runId: string, iterationId: string, verdict: string | null, userId = 'usr', more: object = {}) =>
    runs.call(operations.labelEvalIteration, { runId, iterationId }, { verdict, ...more }, { ...testCaller, userId });

  const lease = async (freeSlots = 64): Promise<WorkItem[]> =>
    (await runs.asRunner.call(WorkService.lease, { ...askFor, freeSlots, kinds: ['judge'] })).items;
  const complete = async (
    { id, kind, fence }: WorkItem,
    ending: { output?: object | string; errorCode?: string; errorMessage?: string },
  ): Promise<boolean> => {
    const { output = '', errorCode = '', errorMessage = '' } = ending;
    const bytes = Buffer.from(typeof output === 'string' ? output : JSON.stringify(output));
    const reports = [{ id, kind, fence, ...answeredWork(bytes), errorCode, errorMessage }];
    const { refusedIds } = await runs.asRunner.call(WorkService.complete, { runnerId: 'r', reports });
    return refusedIds.length === 0;
  };
  /** An opinion of the judge: all is well, unless `more` says otherwise. */
  const giveOpinion = (job: WorkItem, more: Partial<JudgeOpinion> = {}) => {
    const { criteria, evidenceHash } = taskOf(job);
    return complete(job, {
      output: {
        version: 1,
        score: 0.9,
        reason: 'Fine.',
        criteria: criteria.map(({ id }) => ({ id, met: true, reason: '' })),
        claims: 1,
        unsupportedClaims: [],
        evidenceHash,
        ...more,
      },
    });
  };
  /** Answers all pending work items with the opinions of `say`. */
  const judgeAll = async (say: (task: JudgeTask) => Partial<JudgeOpinion> = () => ({})): Promise<void> => {
    for (let jobs = await lease(); jobs.length > 0; jobs = await lease())
      for (const job of jobs) await giveOpinion(job, say(taskOf(job)));
  };
  return {
    ...runs,
    suite,
    launch,
    finished,
    read,
    judgesOf,
    iterationsOf,
    request,
    label,
    leaseJobs: lease,
    complete,
    giveOpinion,
    judgeAll,
  };
}

export type JudgingFixture = Awaited<ReturnType<typeof openJudgingFixture>>;
export const taskOf = (job: WorkItem): JudgeTask => JSON.parse(job.task.toString()) as JudgeTask;
