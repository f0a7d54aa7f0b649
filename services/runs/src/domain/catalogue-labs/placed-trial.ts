import type { CatalogueAnswer } from '@assay/contract/areas/catalogue-labs/work';
import type { LabSpec, StoredTask, TrialPlace } from './lab.ts';
import type { LabTool } from './lab-tools.ts';
import type { TrialResult } from './trial-result.ts';

/** A trial that is over, at its place. */
export interface PlacedTrial extends TrialPlace {
  result: TrialResult;
}

/** A lab as its report needs it. */
export interface ReportedLab {
  spec: LabSpec;
  tasks: readonly StoredTask[];
  tools: readonly LabTool[];
  answers: readonly CatalogueAnswer[];
}
