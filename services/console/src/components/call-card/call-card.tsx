import './call-card.css';
import { JsonCode } from '../code/code.tsx';
import { Duration } from '../figures/figures.tsx';
import { Foreign } from '../foreign/foreign.tsx';
import { Icon } from '../icon/icon.tsx';
import { Tag } from '../tag/tag.tsx';

type Marks = readonly { pointer: string; range?: { start: number; end: number } | undefined }[];

/** A call of a tool: what was sent and what came. */
export const CallCard = ({
  toolName,
  serverName,
  isError,
  durationMs,
  sent,
  came,
  marks,
}: {
  toolName: string;
  serverName: string;
  isError: boolean;
  durationMs?: number | undefined;
  sent: unknown;
  came: unknown;
  marks?: { sent: Marks; came: Marks };
}) => (
  <div className="call-card">
    <header>
      <Icon name="tool" />
      <code className="medium">
        <Foreign text={toolName} />
      </code>
      <span className="faint">
        <Foreign text={serverName} />
      </span>
      {isError && <Tag tone="failed">isError</Tag>}
      {durationMs !== undefined && (
        <span className="push faint">
          <Duration ms={durationMs} />
        </span>
      )}
    </header>
    <JsonCode value={sent} label="What was sent" evidence={marks?.sent ?? []} />
    {came !== undefined && <JsonCode value={came} label="What came" evidence={marks?.came ?? []} />}
  </div>
);
