import './call-card.css';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { copyText } from '../../lib/copy-text.ts';
import { writeSize } from '../../lib/format/numbers.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { Button } from '../button/button.tsx';
import { JsonCode } from '../code/code.tsx';
import type { EvidencePlace } from '../code/json-text.ts';
import { narrowEvidence } from '../code/narrow-evidence.ts';
import { Foreign } from '../foreign/foreign.tsx';
import { Icon } from '../icon/icon.tsx';
import { Tag } from '../tag/tag.tsx';

/** The places of a call that are cited as evidence, by the part of the call. */
export type CallMarks = Partial<Record<'arguments' | 'result' | 'error', readonly EvidencePlace[]>>;

const NOTHING: readonly EvidencePlace[] = [];

/** A tool call: what was sent, and what came, whole. */
export const CallCard = ({ call, marks = {} }: { call: TranscriptToolCall; marks?: CallMarks | undefined }) => (
  <div className="call">
    <header>
      <Icon name="tool" />
      <code className="cut">
        <Foreign text={call.toolName} />
      </code>
      <span className="faint cut">
        <Foreign text={call.serverName} />
      </span>
      {call.replayed === true && <Tag>replayed</Tag>}
      {call.origin === 'widget' && <Tag>by its widget</Tag>}
      <span className="push faint no-wrap">{figuresOf(call)}</span>
      <Button
        look="quiet"
        small
        icon="copy"
        aria-label="Copy the call"
        onClick={() => copyText(JSON.stringify(contentOf(call), null, 2), 'The call')}
      />
    </header>
    <JsonCode value={call.arguments} evidence={marks.arguments ?? NOTHING} label={`What was sent by ${call.id}`} />
    {call.result !== undefined && (
      <JsonCode
        value={call.result}
        evidence={narrowEvidence(call.result, marks.result ?? NOTHING)}
        label={`What came to ${call.id}`}
      />
    )}
    {call.error && (
      <JsonCode value={call.error} evidence={marks.error ?? NOTHING} label={`Why ${call.id} has no result`} />
    )}
    {call.result === undefined && !call.error && (
      <p className="small faint">
        {call.resultBytes === undefined ? 'No result was recorded.' : 'The result was too large to be kept.'}
      </p>
    )}
  </div>
);

const contentOf = ({ toolName, arguments: sent, result, error }: TranscriptToolCall) => ({
  toolName,
  arguments: sent,
  ...(result && { result }),
  ...(error && { error }),
});

const figuresOf = ({ latencyMs, resultBytes }: TranscriptToolCall): string =>
  [
    latencyMs === undefined ? undefined : writeDuration(latencyMs),
    resultBytes === undefined ? undefined : writeSize(resultBytes),
  ]
    .filter((text) => text !== undefined)
    .join(' · ');
