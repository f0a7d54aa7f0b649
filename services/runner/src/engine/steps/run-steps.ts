import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { given } from '@assay/contract/given';
import type { StepOutcome } from '../../reach/recording/recorder.ts';
import { runPrompt } from './prompt.ts';
import type { StepContext } from './step-context.ts';
import { callTool } from '../tools/tool-call.ts';

/**
 * Executes a case's steps in order. Assertions about live pages are evaluated at their step; all others are only
 * recorded here: grading evaluates them on the evidence afterwards.
 */
export async function runSteps(steps: EvalTestStep[], context: StepContext): Promise<void> {
  let prompts = 0;
  for (const [stepIndex, step] of steps.entries()) {
    context.signal.throwIfAborted();
    const place = { stepId: step.id, stepIndex };
    const startMs = context.recorder.at();
    context.widgets?.begin(place);
    const promptIndex = step.kind === 'prompt' ? prompts++ : prompts;
    const outcome = await runStep(step, context, { ...place, promptIndex });
    context.recorder.step({ ...place, kind: step.kind }, startMs, outcome);
  }
}

async function runStep(
  step: EvalTestStep,
  context: StepContext,
  { promptIndex, ...place }: { stepId: string; stepIndex: number; promptIndex: number },
): Promise<StepOutcome> {
  switch (step.kind) {
    case 'toolCall': {
      const { serverName, toolName, arguments: args = {}, renderTimeoutMs } = step;
      const id = context.recorder.beginCall();
      const { call, result } = await callTool(context, { ...place, id, serverName, toolName, arguments: args });
      await context.widgets?.show(call, result, renderTimeoutMs);
      return { status: call.isError ? 'fail' : 'ok', ...given({ reason: call.error?.message }) };
    }
    case 'prompt': {
      const reason = await runPrompt(context, place, promptIndex, step.prompt);
      await context.widgets?.allShown();
      return { status: 'ok', ...given({ reason }) };
    }
    case 'interact': {
      // Loaded with the first step that acts on a page.
      const { interact } = await import('./interact.ts');
      return interact(step, context);
    }
    case 'assert': {
      const { assertion } = step;
      if (!('kind' in assertion)) return { status: 'pending' };
      // Loaded with the first page that is asserted about.
      const { assertLive } = await import('./assert-live.ts');
      const live = await assertLive(assertion, context);
      return { status: live.status === 'passed' ? 'ok' : 'fail', reason: live.reason, live };
    }
  }
}
