import { useMemo } from 'react';
import type { EvalIterationDetail, EvalIterationTrace } from '@assay/sdk';
import { CallCard, type CallMarks } from '../../components/conversation/call-card.tsx';
import { Part } from '../../components/part/part.tsx';
import { KeyValues } from '../../components/section/key-values.tsx';
import { Waterfall } from '../../components/waterfall/waterfall.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { writeCount } from '../../lib/format/numbers.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { ExpectedCalls } from './expected-calls.tsx';
import { useCall, type AskedPart, type IterationTarget } from './use-trace.ts';

type Span = EvalIterationTrace['spans'][number];

/** The spans of an iteration, the calls that were expected, and what the chosen span did. */
export function TimelineTab({
  target,
  detail,
  spans,
  transcript,
  selected,
  onSelect,
  callMarks,
}: {
  target: IterationTarget;
  detail: EvalIterationDetail;
  spans: AskedPart<readonly Span[]>;
  transcript: EvalIterationTrace | undefined;
  selected: string | undefined;
  onSelect: (spanId: string) => void;
  callMarks: ReadonlyMap<string, CallMarks>;
}) {
  const span = useMemo(() => spans.data?.find(({ id }) => id === selected), [spans.data, selected]);
  const callId = span?.toolCallId;
  return (
    <section className="pane" aria-label="Timeline">
      <Part of={spans} what="spans" rows={8}>
        {(data) =>
          data.length > 0 ? (
            <Waterfall spans={data} selected={selected} onSelect={({ id }) => onSelect(id)} />
          ) : (
            <p className="pad muted">No span was recorded.</p>
          )
        }
      </Part>
      <div className="pad">
        <ExpectedCalls {...detail} />
        {span && callId === undefined && <SpanFacts span={span} />}
        {callId !== undefined && (
          <ChosenCall target={target} transcript={transcript} callId={callId} marks={callMarks.get(callId)} />
        )}
      </div>
    </section>
  );
}

function ChosenCall({
  target,
  transcript,
  callId,
  marks,
}: {
  target: IterationTarget;
  transcript: EvalIterationTrace | undefined;
  callId: string;
  marks: CallMarks | undefined;
}) {
  const call = useCall(target, transcript, callId);
  return (
    <div className="chosen-call">
      <Part of={call} what="call" rows={4}>
        {(data) => <CallCard call={data} marks={marks} />}
      </Part>
    </div>
  );
}

/** The facts about a span that is no call. */
const SpanFacts = ({ span }: { span: Span }) => (
  <div className="span-facts">
    <h3 className="h2">
      <Foreign text={span.name} />
    </h3>
    <KeyValues
      rows={[
        ['Began', `+${writeDuration(span.startMs)}`],
        ['Took', writeDuration(span.endMs - span.startMs)],
        row('Model', span.modelId),
        row('Ended with', span.finishReason),
        span.inputTokens === undefined
          ? undefined
          : ['Tokens', `${writeCount(span.inputTokens)} in, ${writeCount(span.outputTokens ?? 0)} out`],
        span.ttfcMs === undefined ? undefined : ['First piece after', writeDuration(span.ttfcMs)],
        span.offeredTools === undefined
          ? undefined
          : ['Tools offered', `${writeCount(span.offeredTools)}, hidden ${writeCount(span.hiddenTools ?? 0)}`],
        row('Revision of MCP', span.protocolVersion),
        row('Message', span.message),
      ]}
    />
  </div>
);

const row = (name: string, text: string | undefined): readonly [string, React.ReactNode] | undefined =>
  text === undefined
    ? undefined
    : [
        name,
        <code key={name}>
          <Foreign text={text} />
        </code>,
      ];
