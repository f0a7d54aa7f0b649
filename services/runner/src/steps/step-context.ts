import type { IterationRecorder } from '../iterations/recorder.ts';
import type { IterationTools } from '../tools/tools.ts';
import type { ModelConversation } from './model-conversation.ts';

/** The parts of an iteration that a step uses. */
export interface StepContext {
  conversation: ModelConversation;
  tools: IterationTools;
  recorder: IterationRecorder;
  signal: AbortSignal;
}
