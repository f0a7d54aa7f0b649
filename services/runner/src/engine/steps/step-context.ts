import type { RunExecution } from '@assay/contract/areas/eval-runs/execution';
import type { WidgetWatch } from './widget-watch.ts';
import type { CallContext } from '../tools/tool-call.ts';
import type { ModelConversation } from '../turns/model-conversation.ts';

/** The parts that a model's turn uses. */
export interface PromptContext extends CallContext {
  conversation: ModelConversation;
  /** Shows widgets; absent where no browser watches. */
  widgets?: WidgetWatch | undefined;
}

/** The parts of an iteration that a step uses. */
export interface StepContext extends PromptContext {
  execution: RunExecution;
}
