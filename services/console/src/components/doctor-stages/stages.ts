import type { ReplyOf } from '../../data/operations.ts';
import type { MarkKind } from '../mark/mark.tsx';

/** A report of the doctor. */
export type DoctorReport = ReplyOf<'runDoctor'>;
export type StageId = keyof DoctorReport['checks'];
export type StageCheck = DoctorReport['checks'][StageId];

/** The stages of a diagnosis in their order. */
export const stages: readonly (readonly [id: StageId, word: string])[] = [
  ['probe', 'Probe'],
  ['connection', 'Connection'],
  ['initialization', 'Initialize'],
  ['capabilities', 'Capabilities'],
  ['tools', 'Tools'],
  ['resources', 'Resources'],
  ['resourceTemplates', 'Resource templates'],
  ['prompts', 'Prompts'],
];

/** The first stage with a cause: what is repaired first. */
export const firstCause = ({ checks }: Pick<DoctorReport, 'checks'>): StageId | undefined =>
  stages.find(([id]) => checks[id].cause !== undefined)?.[0];

/** The mark of a stage's check: a check that was made and has a cause is a warning. */
export const markOfStage = ({ status, cause }: Pick<StageCheck, 'status' | 'cause'>): MarkKind =>
  status === 'error' ? 'failed' : status === 'skipped' ? 'pending' : cause === undefined ? 'passed' : 'warning';
