import type { EvalStage } from '@assay/contract/areas/analysis/decision-summary';
import type { EvalIteration } from '@assay/contract/areas/iterations/documents';
import type { TrialMark } from '@assay/contract/areas/eval-runs/run-cases';
import { countText } from './values.ts';

/** An iteration as its sentence needs it. */
export interface WordedIteration extends Pick<EvalIteration, 'status' | 'checks'> {
  mark: TrialMark;
  failure?: { stage?: EvalStage; reason?: string; brief?: string } | undefined;
  /** Why it did not complete. */
  error: string | null;
}

const STAGES: Record<EvalStage, string> = {
  connection: 'connection',
  discovery: 'discovery',
  selection: 'selection',
  call: 'call',
  response: 'response',
  userValue: 'user value',
};

/** The words for an iteration that neither passed nor failed; `error` follows where there is one. */
const OTHERS: Record<Exclude<TrialMark, 'passed' | 'failed' | 'broken' | 'open'>, string> = {
  evaluator: 'Not established: it could not be judged',
  provider: 'Not established: the provider of its model failed',
  platform: 'Not established: this installation failed',
  cassette: 'Not established: the cassette has no answer to a call',
  skipped: 'Not established: it could not begin',
  cancelled: 'Cancelled',
  settled: 'Not needed: the verdict of its case was settled',
};

/** The outcome of an iteration in one sentence: `Failed at the stage selection: 4 of 6 assertions do not hold.` */
export function describeIteration(iteration: WordedIteration): string {
  const { mark, status, error } = iteration;
  if (mark === 'open') return status === 'running' ? 'Running.' : 'Waiting for a runner.';
  if (mark === 'passed') return joined('Passed', heldChecks(iteration));
  if (mark === 'failed' || mark === 'broken') return failureSentence(iteration);
  return joined(OTHERS[mark], error);
}

function failureSentence({ failure, checks, error }: WordedIteration): string {
  const head = failure?.stage === undefined ? 'Failed' : `Failed at the stage ${STAGES[failure.stage]}`;
  const failed = checks.filter(({ status }) => status === 'failed').length;
  const told = failure?.brief ?? (failed > 1 ? undefined : firstSentence(failure?.reason ?? error));
  return joined(head, told ?? `${countText(failed)} of ${countText(checks.length)} assertions do not hold`);
}

/** The reason goes on with what was there instead, which stands with the assertion. */
const firstSentence = (text: string | null): string | undefined => text?.split(/(?<=[.!?]) (?=[A-Z])/)[0];

function heldChecks({ checks }: WordedIteration): string | null {
  if (checks.length === 0) return null;
  const held = checks.filter(({ status }) => status === 'passed').length;
  return `${countText(held)} of ${countText(checks.length)} assertions hold`;
}

const joined = (head: string, rest: string | null | undefined): string => ended(rest ? `${head}: ${rest}` : head);

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
