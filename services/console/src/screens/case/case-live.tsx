import { useState } from 'react';
import type { EvalTestStepToolCall } from '@assay/sdk';
import { CallCard } from '../../components/call-card/call-card.tsx';
import { Confirm } from '../../components/dialog/confirm.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { useAction } from '../../data/use-action.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { effectOf } from '../server-tools/tool-effect.ts';
import type { SuiteServer } from './use-suite-tools.ts';

interface LiveCall {
  step: EvalTestStepToolCall;
  result: unknown;
  durationMs: number;
}

/**
 * Calls the tool of a step now, outside of any run: at once where the tool says that it only reads, else after a
 * question. Operation: callTool.
 */
export function useLiveCall(projectId: string, servers: readonly SuiteServer[]) {
  const [asked, setAsked] = useState<EvalTestStepToolCall>();
  const call = useAction(
    async (step: EvalTestStepToolCall): Promise<LiveCall> => {
      const server = servers.find(({ name }) => name === step.serverName);
      const startedAt = performance.now();
      const result = await client.callTool(
        { projectId, serverId: server?.id ?? '' },
        { toolName: step.toolName, parameters: step.arguments ?? {} },
      );
      return { step, result, durationMs: performance.now() - startedAt };
    },
    { changes: ['listToolCalls'] },
  );
  const begin = (step: EvalTestStepToolCall): void => {
    const tool = servers.find(({ name }) => name === step.serverName)?.tools.find(({ name }) => name === step.toolName);
    if (tool && effectOf(tool) === 'reads') call.run(step);
    else setAsked(step);
  };
  const { reply } = call;
  const state = (
    <>
      {asked && (
        <Confirm
          title={`Call ${visibleText(asked.toolName)} now?`}
          verb={`Call ${visibleText(asked.toolName)}`}
          isRunning={call.isRunning}
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            call.run(asked);
            setAsked(undefined);
          }}
        >
          <p className="muted">
            The tool does not say that it only reads. The call is made with the arguments of this step, on the real
            server, and nothing takes it back.
          </p>
        </Confirm>
      )}
      <ActionError error={call.error} />
      {call.isRunning && <p className="muted">Calling…</p>}
    </>
  );
  const result = reply && (
    <div className="case-live">
      <h3 className="h2">Called live, just now</h3>
      <CallCard
        toolName={reply.step.toolName}
        serverName={reply.step.serverName}
        isError={(reply.result as { isError?: boolean }).isError === true}
        durationMs={reply.durationMs}
        sent={reply.step.arguments ?? {}}
        came={reply.result}
      />
    </div>
  );
  /** `state` is the question, the failure and that it goes on; `result` what came. */
  return { begin, state, result };
}
