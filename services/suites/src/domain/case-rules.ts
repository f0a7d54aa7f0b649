import type { EvalTestStep } from '@assay/contract/documents/step';
import { caseFaults, gradingFaults, keepingFault, modelFaults, serverFaults, stepFaults, type RuledCase } from '@assay/suite-file/case-rules';
import { firstIn, type Fault } from './fault.ts';
import type { StoredSuite } from './suite-record.ts';

type Settings = Pick<StoredSuite, 'body'>;

/** The first rule of a case that its schema cannot say and that it breaks, given its suite; `path` is where the case stands. */
export const caseFault = (draft: RuledCase, { body }: Settings, serverNames: readonly string[], path = ''): Fault | undefined =>
  keepingFault(draft, path) ?? firstIn(caseFaults(draft, body, serverNames, path));

/** The first rule that steps break whatever suite they stand in. */
export const stepsFault = (steps: readonly EvalTestStep[], path: string): Fault | undefined => firstIn(stepFaults(steps, path));

/** The first step that calls a server which the suite does not have. */
export const serverFault = (steps: readonly EvalTestStep[], serverNames: readonly string[], path: string): Fault | undefined =>
  firstIn(serverFaults(steps, serverNames, path));

/** A prompt that no model would answer. */
export const modelFault = (draft: Pick<RuledCase, 'steps' | 'models'>, { body }: Settings, path: string): Fault | undefined =>
  firstIn(modelFaults(draft, body, path));

/** Counts and thresholds that only a suite which grades per case uses. */
export const gradingFault = (draft: Pick<RuledCase, 'repetitions' | 'passThreshold'>, { body }: Settings, path: string): Fault | undefined =>
  firstIn(gradingFaults(draft, body, path));
