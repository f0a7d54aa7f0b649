import type { EvalRun } from '@assay/sdk';

export const InsightsTab = ({ run }: { run: EvalRun }) => <p>{run.id}</p>;
