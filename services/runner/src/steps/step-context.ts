import type { RunExecution } from '@assay/contract/areas/eval-runs/execution';
import type { WorkRecorder } from '../recording/recorder.ts';
import type { ToolSource } from '../tools/tools.ts';
import type { ModelConversation } from './model-conversation.ts';

/** The parts of an iteration or a turn that a tool call uses. */
export interface CallContext {
  tools: ToolSource;
  recorder: WorkRecorder;
  signal: AbortSignal;
}

/** The parts that a model's turn uses. */
export interface PromptContext extends CallContext {
  conversation: ModelConversation;
}

/** The parts of an iteration that a step uses. */
export interface StepContext extends PromptContext {
  execution: RunExecution;
}
