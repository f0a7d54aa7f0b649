import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, open } from '../../schema.ts';
import { RunStatus } from '../eval-runs/status.ts';

const Count = Type.Integer({ minimum: 0 });
const Ms = nullable(Type.Number({ minimum: 0, description: 'Milliseconds; null when no call was timed.' }));
const run = { runId: Id, suiteId: Id, status: RunStatus };

/** How each server of a run answered. */
export type RunServerFacts = Static<typeof RunServerFacts>;
export const RunServerFacts = open(
  {
    ...run,
    servers: Type.Array(
      open({
        serverName: Type.String(),
        iterations: { ...Count, description: 'Trials that called the server.' },
        tools: { ...Count, description: 'Its tools that were called.' },
        calls: Count,
        errors: { ...Count, description: 'Calls that failed, or whose result said so.' },
        p50LatencyMs: Ms,
        p95LatencyMs: Ms,
      }),
      { description: 'The most called first, 50 at most; a server that was never called is not listed.' },
    ),
  },
  { $id: 'EvalRunServerFacts' },
);

/** Which ways the trials of a run took through the tools, and where those led. */
export type RunRouteFacts = Static<typeof RunRouteFacts>;
export const RunRouteFacts = open(
  {
    ...run,
    iterations: { ...Count, description: 'Trials whose calls were recorded.' },
    routes: Type.Array(
      open({
        caseId: Type.String({ description: 'The case, by the id that it has in the results of the run.' }),
        tools: Type.Array(open({ serverName: Type.String(), toolName: Type.String() }), {
          description:
            'The calls in their order; a tool that was called several times in a row is listed once. Empty when no tool was called; the first 50 at most.',
        }),
        iterations: Count,
        passed: Count,
        failed: Count,
      }),
      { description: 'The most frequent first, 200 at most.' },
    ),
    truncated: Type.Boolean({ description: 'There are more routes than are listed.' }),
  },
  { $id: 'EvalRunRouteFacts' },
);
