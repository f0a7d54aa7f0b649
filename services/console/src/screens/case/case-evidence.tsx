import { CallCard } from '../../components/call-card/call-card.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Icon } from '../../components/icon/icon.tsx';
import { Part } from '../../components/part/part.tsx';
import { useOperation, type ReplyOf } from '../../data/operations.ts';
import type { TriedTrial } from './use-case-preview.ts';

type Check = TriedTrial['results'][number];

/** The tool calls that the assertions read, with what they cite marked. Operation: getEvalIterationTrace. */
export function CaseEvidence({
  address,
  trial,
}: {
  address: { projectId: string; runId: string; iterationId: string };
  trial: TriedTrial;
}) {
  const trace = useOperation('getEvalIterationTrace', address);
  return (
    <>
      <h3 className="h2 case-evidence-head">What they read</h3>
      <Part of={trace} what="calls of the trial">
        {({ toolCalls, messages }) => (
          <div className="col case-evidence">
            {toolCalls.map((call) => (
              <CallEvidence key={call.id} call={call} checks={trial.results} />
            ))}
            {toolCalls.length === 0 && <p className="muted">No tool was called in this trial.</p>}
            {replyOf(messages) !== undefined && (
              <div className="call-card">
                <header>
                  <Icon name="prompt" />
                  <span>the reply</span>
                </header>
                <p className="case-reply" dir="auto">
                  <Foreign text={replyOf(messages)!} />
                </p>
              </div>
            )}
          </div>
        )}
      </Part>
    </>
  );
}

type Trace = ReplyOf<'getEvalIterationTrace'>;

/** A result that is cited as a whole is marked at its text, where it has one. */
function citedIn(result: unknown, pointer: string): string {
  const [first] = (result as { content?: { text?: unknown }[] } | undefined)?.content ?? [];
  return pointer === '' && typeof first?.text === 'string' ? '/content/0/text' : pointer;
}

const replyOf = (messages: Trace['messages']): string | undefined =>
  messages.findLast(({ role, content }) => role === 'assistant' && content !== '')?.content;

function CallEvidence({ call, checks }: { call: Trace['toolCalls'][number]; checks: readonly Check[] }) {
  const placesOf = (part: 'arguments' | 'result') =>
    checks.flatMap(({ status, place }) =>
      status === 'failed' && place?.spanId === call.id && place.part === part && place.pointer !== undefined
        ? [{ pointer: part === 'result' ? citedIn(call.result, place.pointer) : place.pointer, range: place.range }]
        : [],
    );
  return (
    <CallCard
      toolName={call.toolName}
      serverName={call.serverName}
      isError={call.isError}
      durationMs={call.latencyMs}
      sent={call.arguments}
      came={call.result ?? call.error}
      marks={{ sent: placesOf('arguments'), came: placesOf('result') }}
    />
  );
}
