import { useQuery } from '@tanstack/react-query';
import type { EvalTestStepToolCall } from '@assay/sdk';
import { CallCard } from '../../components/call-card/call-card.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { Note } from '../../components/note/note.tsx';
import { operationQuery, useOperation } from '../../data/operations.ts';
import { isSameJson } from '../../lib/same-json.ts';
import { openIssuesOf, writeGuess, type DraftEntry } from './draft-words.ts';

/**
 * The newest call of the draft's tool that the reader made: with the value that is chosen now, else with the guess.
 * Operations: listToolCalls, getToolCall.
 */
export function DraftTry({
  projectId,
  serverId,
  serverName,
  call,
  entry,
}: {
  projectId: string;
  serverId: string;
  serverName: string;
  call: EvalTestStepToolCall;
  entry: DraftEntry;
}) {
  const calls = useOperation('listToolCalls', { projectId, serverId }, { toolName: call.toolName, limit: 20 });
  const guesses = openIssuesOf(entry).flatMap(({ guess }) => (guess?.toolName === call.toolName ? [guess] : []));
  const guessed = {
    ...call.arguments,
    ...Object.fromEntries(guesses.map(({ argument, value }) => [argument, value])),
  };
  const made = calls.data?.items ?? [];
  const last =
    made.find((each) => isSameJson(each.arguments, call.arguments)) ??
    made.find((each) => isSameJson(each.arguments, guessed));
  const read = useQuery({
    ...operationQuery('getToolCall', { projectId, serverId, toolCallId: last?.id ?? '' }),
    enabled: last !== undefined,
  });
  if (!last)
    return <p className="muted">Not yet: it calls the server once, and asks first if the tool may change something.</p>;
  const isGuess = guesses.length > 0 && isSameJson(last.arguments, guessed);
  return (
    <div className="col">
      <p className="small faint">
        <Time time={last.calledAt} />
        {isGuess && ', with the guess'}
      </p>
      {isGuess && last.outcome === 'answered' && (
        <Note kind="warning" title="The server answers for a value that was made up">
          With {guesses.map(({ value }) => writeGuess(value)).join(', ')} this case would never find out that the value
          does not exist.
        </Note>
      )}
      <CallCard
        toolName={last.toolName}
        serverName={serverName}
        isError={last.outcome !== 'answered'}
        durationMs={last.durationMs}
        sent={last.arguments}
        came={read.data?.result ?? last.error}
      />
    </div>
  );
}
