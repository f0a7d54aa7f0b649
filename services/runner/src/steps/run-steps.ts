import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { runPrompt } from './prompt.ts';
import type { StepContext } from './step-context.ts';
import { callTool } from './tool-call.ts';

/**
 * Executes a case's steps in order. Assertions are only recorded here: grading evaluates them on the evidence
 * afterwards.
 */
export async function runSteps(steps: EvalTestStep[], context: StepContext): Promise<void> {
  let prompts = 0;
  for (const [stepIndex, step] of steps.entries()) {
    context.signal.throwIfAborted();
    const place = { stepId: step.id, stepIndex };
    const startMs = context.recorder.at();
    const mark = (status: 'ok' | 'fail' | 'pending' | 'skipped', reason?: string) =>
      context.recorder.step({ ...place, kind: step.kind }, startMs, status, reason);
    if (step.kind === 'toolCall') {
      const { call } = await callTool(context, {
        ...place,
        id: context.recorder.beginCall(),
        serverName: step.serverName,
        toolName: step.toolName,
        arguments: step.arguments ?? {},
      });
      mark(call.isError ? 'fail' : 'ok', call.error?.message);
    } else if (step.kind === 'prompt') {
      mark('ok', await runPrompt(context, place, prompts++, step.prompt));
    } else if (step.kind === 'assert') mark('pending');
    else mark('skipped', 'This installation has no browser to act in.');
  }
}
