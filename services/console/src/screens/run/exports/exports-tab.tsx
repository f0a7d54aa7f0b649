import type { EvalRun } from '@assay/sdk';

export const ExportsTab = ({ run }: { run: EvalRun }) => <p>{run.id}</p>;
