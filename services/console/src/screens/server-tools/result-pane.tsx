import { useMemo, useState } from 'react';
import { Problem } from '@assay/sdk';
import type { CallReport } from '@assay/sdk/gen/documents';
import { Code, JsonCode } from '../../components/code/code.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { ForeignImage } from '../../components/foreign/foreign-image.tsx';
import { Note } from '../../components/note/note.tsx';
import { Outcome } from '../../components/outcome/outcome.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { writeSize } from '../../lib/format/numbers.ts';
import { useKeys } from '../../lib/keys.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { outcomeOf, resultOf, type CallEnd } from './call-outcome.ts';
import { CallWire } from './call-wire.tsx';
import { WidgetView } from './widget-view.tsx';

type View = 'raw' | 'text' | 'widget';

/** The end of a call: the result as JSON or as its texts and pictures, and the messages on the wire. */
export function ResultPane({
  end,
  isRunning,
  widgetOf,
  onCurl,
}: {
  end: CallEnd | undefined;
  isRunning: boolean;
  /** The tool and arguments whose widget can be shown; undefined for a tool without one. */
  widgetOf: { projectId: string; serverId: string; toolName: string; parameters: Record<string, unknown> } | undefined;
  onCurl: () => void;
}) {
  const [view, setView] = useState<View>('raw');
  useKeys([{ keys: ['r'], ...(end && { label: 'raw' }), run: () => setView('raw') }]);
  const result = end && resultOf(end);
  const views = [
    ['raw', 'Raw'] as const,
    ['text', 'Text'] as const,
    ...(widgetOf ? [['widget', 'Widget'] as const] : []),
  ];
  return (
    <section className="pane raised result-pane" aria-label="Result">
      <div>
        <header className="pane-head">
          <h2>Result</h2>
          <span role="status" className="row">
            {isRunning ? (
              <Outcome kind="running" word="calling" />
            ) : (
              end && (
                <>
                  <Outcome {...outcomeOf(end)} />
                  <Figures end={end} />
                </>
              )
            )}
          </span>
          {result !== undefined && (
            <span className="push">
              <Segments<View> label="View" options={views} value={view} onChange={setView} />
            </span>
          )}
        </header>
        <div className="pad">
          {end === undefined && !isRunning && (
            <p className="faint">Nothing was called yet. The result and the messages on the wire are shown here.</p>
          )}
          {end?.kind === 'error' && <CallError error={end.error} />}
          {end?.kind === 'report' && <Remarks report={end.report} />}
          {result !== undefined && view === 'raw' && <JsonCode value={result} label="The result" isNumbered />}
          {result !== undefined && view === 'text' && <Texts result={result} />}
          {result !== undefined && view === 'widget' && widgetOf && (
            <WidgetView {...widgetOf} result={result as Record<string, unknown>} />
          )}
        </div>
      </div>
      {end?.kind === 'report' && <CallWire report={end.report} onCurl={onCurl} />}
    </section>
  );
}

function Figures({ end }: { end: CallEnd }) {
  const size = useMemo(() => new Blob([JSON.stringify(resultOf(end)) ?? '']).size, [end]);
  if (end.kind === 'error') return null;
  const { durationMs } = end.kind === 'report' ? end.report : end;

  const fit = end.kind === 'report' ? end.report.structuredContent?.status : undefined;
  return (
    <>
      <span className="faint no-wrap">
        {writeDuration(durationMs)} · {writeSize(size)}
        {end.kind === 'plain' && end.isEarlier && ' · an earlier call'}
      </span>
      {fit === 'valid' && (
        <span className="small row">
          <Outcome kind="passed" word="fits its schema" calm />
        </span>
      )}
      {fit === 'invalid' && (
        <span className="small row">
          <Outcome kind="failed" word="does not fit its schema" calm />
        </span>
      )}
      {fit === 'missing' && (
        <span className="small row">
          <Outcome kind="warning" word="no structured content" calm />
        </span>
      )}
    </>
  );
}

/** The faults of a result, and the questions of the server meanwhile. */
function Remarks({ report }: { report: CallReport }) {
  const { structuredContent, findings = [], interactions } = report;
  const issues = structuredContent?.status === 'invalid' ? structuredContent.issues : [];
  return (
    <>
      {issues.map(({ path, message }) => (
        <Note
          key={`${path} ${message}`}
          kind="failed"
          title={
            <>
              <code>{path || '/'}</code> <Foreign text={message} />
            </>
          }
        >
          The output schema that the tool declares does not allow it.
        </Note>
      ))}
      {findings.map(({ code, path, message }) => (
        <Note key={`${code} ${path ?? ''}`} kind="warning" title={<Foreign text={message} />}>
          The result breaks the protocol{path !== undefined && ` at ${path}`} (<code>{code}</code>).
        </Note>
      ))}
      {interactions.length > 0 && (
        <Note
          kind="note"
          title={`The server asked its client ${interactions.length === 1 ? 'once' : `${interactions.length} times`}.`}
        >
          Each question was declined; the wire below shows it.
        </Note>
      )}
    </>
  );
}

function CallError({ error }: { error: Error }) {
  const nextStep = error instanceof Problem ? error.details?.['nextStep'] : undefined;
  const said = error instanceof Problem ? error.details?.['serverMessage'] : undefined;
  return (
    <>
      <ActionError error={error} />
      {typeof said === 'string' && (
        <p>
          The server said: <Foreign text={said} />
        </p>
      )}
      {typeof nextStep === 'string' && (
        <p className="muted">
          <Foreign text={nextStep} />
        </p>
      )}
    </>
  );
}

interface Block {
  type?: unknown;
  text?: unknown;
  data?: unknown;
  mimeType?: unknown;
  uri?: unknown;
}

/** The texts and pictures of a result, one after the other. */
function Texts({ result }: { result: unknown }) {
  const { content } = result as { content?: unknown };
  const blocks = Array.isArray(content) ? (content as Block[]) : [];
  if (blocks.length === 0) return <p className="faint">The result has no content blocks.</p>;
  return blocks.map((block, index) => <ContentBlock key={index} block={block} />);
}

function ContentBlock({ block }: { block: Block }) {
  const { type, text, data, mimeType } = block;
  if (type === 'text' && typeof text === 'string') return <Code text={text} label="The text" />;
  if (type === 'image' && typeof data === 'string')
    return <ForeignImage base64={data} mimeType={typeof mimeType === 'string' ? mimeType : ''} />;
  return <JsonCode value={block} label="The content block" />;
}
