import type { RunExecution } from '@assay/contract/areas/eval-runs/execution';
import type { PromptContext } from '../turns/prompt-host.ts';
import type { WidgetWatch } from './widget-watch.ts';

/** The parts of an iteration that a step uses. */
export interface StepContext extends PromptContext {
  execution: RunExecution;
  /** Shows widgets; absent where no browser watches. */
  widgets?: WidgetWatch | undefined;
}
