import { Link } from '@tanstack/react-router';
import type { EvalIterationDetail, EvalIterationTrace } from '@assay/sdk';
import { AssertionList } from '../../components/assertion-list/assertion-list.tsx';
import { Code, JsonCode } from '../../components/code/code.tsx';
import type { EvidencePlace } from '../../components/code/json-text.ts';
import { narrowEvidence } from '../../components/code/narrow-evidence.ts';
import { Duration, Money } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Part } from '../../components/part/part.tsx';
import { KeyValues } from '../../components/section/key-values.tsx';
import { copyText } from '../../lib/copy-text.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { differingArguments, type CitingItem } from './evidence.ts';
import { useCall, type IterationTarget } from './use-trace.ts';

interface EvidencePanelProps {
  target: IterationTarget;
  detail: EvalIterationDetail;
  items: readonly CitingItem[];
  chosen: CitingItem | undefined;
  onChoose: (item: CitingItem) => void;
  transcript: EvalIterationTrace | undefined;
}

/** The assertions of an iteration, and what the chosen one read. */
export function EvidencePanel({ target, detail, items, chosen, onChoose, transcript }: EvidencePanelProps) {
  const held = items.filter(({ kind }) => kind === 'passed').length;
  return (
    <section className="pane raised" aria-label="Assertions">
      <header>
        <h2>Assertions</h2>
        <span className="faint small">{items.length > 0 && `${held} of ${writeCount(items.length)} hold`}</span>
      </header>
      {items.length === 0 && (
        <p className="pad muted">{detail.mark === 'open' ? 'Nothing is graded yet.' : 'The case asserts nothing.'}</p>
      )}
      <AssertionList items={items} chosen={chosen?.id} onChoose={(item) => onChoose(item as CitingItem)} />
      <div className="pad">
        {chosen?.place && (
          <Evidence target={target} detail={detail} item={chosen} place={chosen.place} transcript={transcript} />
        )}
        <KeyValues
          rows={[
            detail.trace?.traceId === undefined ? undefined : ['Trace', <TraceId key="t" id={detail.trace.traceId} />],
            ['Model', detail.model === null ? 'none' : <code key="m">{detail.model}</code>],
            ['Tokens', tokensOf(detail)],
            detail.usage?.costUsd === undefined
              ? undefined
              : ['Cost', <Money key="c" dollars={detail.usage.costUsd} />],
            ['Duration', <Duration key="d" ms={detail.durationMs ?? undefined} />],
          ]}
        />
      </div>
    </section>
  );
}

const TraceId = ({ id }: { id: string }) => (
  <button type="button" className="id" title={`${id}: copy`} onClick={() => copyText(id, 'The id of the trace')}>
    <code className="faint">{id.slice(0, 8)}</code>
  </button>
);

function tokensOf({ usage, tokensUsed }: EvalIterationDetail): React.ReactNode {
  if (usage)
    return (
      <span title={`${writeCount(usage.inputTokens)} in, ${writeCount(usage.outputTokens)} out`}>
        {writeCountOf(usage.totalTokens, 'token')}
      </span>
    );
  return tokensUsed === null ? '–' : writeCountOf(tokensUsed, 'token');
}

/** The evidence of an assertion, with the cited place marked, and the way to it on the wire. */
function Evidence({
  target,
  detail,
  item,
  place,
  transcript,
}: {
  target: IterationTarget;
  detail: EvalIterationDetail;
  item: CitingItem;
  place: NonNullable<CitingItem['place']>;
  transcript: EvalIterationTrace | undefined;
}) {
  const { spanId, messageIndex, part, range, wireIndex } = place;
  const call = useCall(target, transcript, spanId);
  const message = messageIndex === undefined ? undefined : transcript?.messages[messageIndex];
  const onWire = wireIndex === undefined ? undefined : transcript?.wire[wireIndex];
  return (
    <div className="evidence" data-evidence="">
      <h3 className="h2">Evidence</h3>
      <p className="small muted">
        What <code>{item.name}</code> read
        {part !== undefined && call.data && (
          <>
            : the {part} of <Foreign text={call.data.toolName} />
          </>
        )}
        {messageIndex !== undefined && (
          <>
            :{' '}
            <Link
              className="in-text"
              to="/p/$projectId/runs/$runId/i/$iterationId"
              params={target}
              search={{ tab: 'conversation', msg: `m${messageIndex}`, check: item.id }}
            >
              message {messageIndex + 1} of the conversation
            </Link>
          </>
        )}
        {wireIndex !== undefined && (
          <>
            ,{' '}
            <Link
              className="in-text"
              to="/p/$projectId/runs/$runId/i/$iterationId"
              params={target}
              search={{ tab: 'wire', msg: String(wireIndex), check: item.id }}
            >
              {onWire ? `+${writeDuration(onWire.atMs)}` : `message ${wireIndex + 1}`} on the wire
            </Link>
          </>
        )}
      </p>
      {message && <Code text={message.content} marks={range ? [range] : []} label="The message" />}
      {part !== undefined && (
        <Part of={call} what="call" rows={4}>
          {(data) => (
            <JsonCode value={data[part]} evidence={evidenceIn(data, place, detail)} isNumbered label={`The ${part}`} />
          )}
        </Part>
      )}
    </div>
  );
}

/** The cited places in the part of a call that an assertion read. */
function evidenceIn(
  call: EvalIterationTrace['toolCalls'][number],
  { part, pointer = '', range }: NonNullable<CitingItem['place']>,
  detail: EvalIterationDetail,
): EvidencePlace[] {
  if (part === 'arguments' && pointer === '') return differingArguments(detail, call.id);
  return part === undefined ? [] : narrowEvidence(call[part], [{ pointer, range }]);
}
