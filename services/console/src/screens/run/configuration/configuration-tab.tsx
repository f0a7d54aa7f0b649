import type { EvalRun } from '@assay/sdk';

export const ConfigurationTab = ({ run }: { run: EvalRun }) => <p>{run.id}</p>;
