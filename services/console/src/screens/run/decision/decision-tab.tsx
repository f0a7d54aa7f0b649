import type { EvalRun } from '@assay/sdk';

export const DecisionTab = ({ run }: { run: EvalRun }) => <p>{run.id}</p>;
