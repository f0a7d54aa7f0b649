import type { EvalRun } from '@assay/sdk';

export const JudgeTab = ({ run }: { run: EvalRun }) => <p>{run.id}</p>;
