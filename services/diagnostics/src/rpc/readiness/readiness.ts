import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { startReadinessRun } from '../../flows/readiness/start-readiness-run.ts';

export const startClaudeReadinessRun = (deps: Deps) =>
  handle(operations.startClaudeReadinessRun, (_caller, target, asked) =>
    startReadinessRun(deps, target, 'claude', asked),
  );

export const startOpenAIReadinessRun = (deps: Deps) =>
  handle(operations.startOpenAIReadinessRun, (_caller, target, asked) =>
    startReadinessRun(deps, target, 'openai', asked),
  );
