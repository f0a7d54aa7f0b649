import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { JsonCode } from '../../components/code/code.tsx';
import { DiffCode } from '../../components/code/diff-code.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Note } from '../../components/note/note.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { KeyValues } from '../../components/section/key-values.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { WireLog } from '../../components/wire-log/wire-log.tsx';
import { writeCountOf, writeSize } from '../../lib/format/numbers.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { PartView, partsOf, textsOf } from './part-view.tsx';
import { prefixOf, typeWord, type HeldResource } from './resource-tree.ts';
import { TemplateForm } from './template-form.tsx';
import { misdeclared, type ResourceRead } from './use-reads.ts';

type View = 'text' | 'raw' | 'against';

/** The end of an address, with what was left out. */
export function shortUri(uri: string): string {
  const prefix = prefixOf(uri);
  if (prefix === undefined) return visibleText(uri);
  const before = prefixOf(prefix.slice(0, -1)) ?? '';
  return visibleText(`…/${uri.slice(before.length)}`);
}

/** One resource: how it is declared and served, its content, and the pinned ones. */
export function ContentPane({
  address,
  resource,
  uri,
  values,
  onValues,
  completes,
  canSubscribe,
  reads,
  isReading,
  onRead,
  pins,
  onPin,
}: {
  address: { projectId: string; serverId: string };
  resource: HeldResource | undefined;
  /** The address, of a template with its values. */
  uri: string;
  values: Readonly<Record<string, string>>;
  onValues: (values: Readonly<Record<string, string>>) => void;
  completes: boolean | undefined;
  canSubscribe: boolean | undefined;
  reads: ReadonlyMap<string, ResourceRead>;
  isReading: (uri: string) => boolean;
  onRead: (uri: string) => void;
  pins: readonly string[];
  onPin: (uri: string) => void;
}) {
  if (!resource)
    return (
      <section className="pane raised" aria-label="Content">
        <p className="faint pad">Choose a resource. Nothing is read before you ask.</p>
      </section>
    );
  const read = reads.get(uri);
  const isTemplate = resource.kind === 'template';
  return (
    <section className="pane raised" aria-label="Content">
      <header>
        <h2 className="mono cut grow">
          <Foreign text={uri} />
        </h2>
        {canSubscribe === false && (
          <Button small disabled title="The server does not declare subscriptions">
            Subscribe
          </Button>
        )}
        <Button small keyHint="p" aria-pressed={pins.includes(uri)} onClick={() => onPin(uri)}>
          {pins.includes(uri) ? 'Unpin' : 'Pin'}
        </Button>
        <Button small keyHint="Enter" disabled={isReading(uri)} onClick={() => onRead(uri)}>
          {isReading(uri) ? 'Reading…' : 'Read'}
        </Button>
      </header>
      <div className="pad">
        <div className="half">
          <div className="col">
            {isTemplate ? (
              <TemplateForm {...{ address, completes, values, onValues }} template={resource.uri} />
            ) : (
              <p className="muted">
                {resource.name === undefined ? 'It has no name.' : <Foreign text={resource.name} />}
              </p>
            )}
          </div>
          <Facts resource={resource} read={read} canSubscribe={canSubscribe} />
        </div>
        {read?.kind === 'error' && <ActionError error={read.error} />}
        {read?.kind === 'read' && <Content uri={uri} values={values} read={read} reads={reads} pins={pins} />}
        {pins.length > 0 && (
          <>
            <div className="section-head content-head">
              <h3 className="h2">Pinned</h3>
              <span className="faint">{pins.length}, to compare</span>
            </div>
            <div className="pins">
              {pins.map((pin) => (
                <PinnedCard
                  key={pin}
                  uri={pin}
                  read={reads.get(pin)}
                  isReading={isReading(pin)}
                  onRead={() => onRead(pin)}
                />
              ))}
            </div>
          </>
        )}
        {read?.kind === 'read' && (
          <>
            <div className="section-head content-head">
              <h3 className="h2">JSON-RPC</h3>
              <span className="faint">{writeCountOf(read.report.wire.length, 'message')}</span>
            </div>
            <WireLog label="Messages of this reading" look="brief" entries={fromZero(read.report.wire)} />
          </>
        )}
      </div>
    </section>
  );
}

/** The messages with the first one at zero. */
export const fromZero = <Entry extends { atMs: number }>(wire: readonly Entry[]): Entry[] =>
  wire.map((entry) => ({ ...entry, atMs: entry.atMs - (wire[0]?.atMs ?? 0) }));

function Facts({
  resource,
  read,
  canSubscribe,
}: {
  resource: HeldResource;
  read: ResourceRead | undefined;
  canSubscribe: boolean | undefined;
}) {
  const report = read?.kind === 'read' ? read.report : undefined;
  const facts = report?.contents ?? [];
  const declared = facts[0]?.declaredMimeType ?? resource.mimeType;
  const served = facts[0]?.mimeType;
  const isWrong = misdeclared(read) !== undefined;
  const size = facts.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <KeyValues
      rows={[
        resource.kind === 'template'
          ? [
              'Template',
              <code key="template">
                <Foreign text={resource.uri} />
              </code>,
            ]
          : undefined,
        ['Name', resource.name === undefined ? <span className="faint">none</span> : <Foreign text={resource.name} />],
        [
          'Declared',
          declared === undefined ? <span className="faint">no type</span> : <code>{visibleText(declared)}</code>,
        ],
        [
          'Served',
          report === undefined ? (
            <span className="faint">not read yet</span>
          ) : served === undefined ? (
            <span className="faint">no type</span>
          ) : (
            <code className={isWrong ? 'failed' : undefined}>{visibleText(served)}</code>
          ),
        ],
        report && ['Size', `${writeSize(size)} in ${writeCountOf(facts.length, 'part')}`],
        report && ['Took', writeDuration(report.durationMs)],
        [
          'Changes',
          canSubscribe === undefined
            ? 'not known'
            : canSubscribe
              ? 'announced to who subscribes'
              : 'not announced: no subscription',
        ],
      ]}
    />
  );
}

function Content({
  uri,
  values,
  read,
  reads,
  pins,
}: {
  uri: string;
  values: Readonly<Record<string, string>>;
  read: Extract<ResourceRead, { kind: 'read' }>;
  reads: ReadonlyMap<string, ResourceRead>;
  pins: readonly string[];
}) {
  const [view, setView] = useState<View>('text');
  const { report } = read;
  const fact = misdeclared(read);
  const same = sameContent(uri, read, reads);
  const pinned = pins.find((pin) => pin !== uri && reads.get(pin)?.kind === 'read');
  const other = same ?? pinned;
  const against = other === undefined ? undefined : reads.get(other);
  const text = textsOf(report.result);
  const missing = Object.values(values).find((value) => value !== '' && text !== '' && !text.includes(value));
  return (
    <>
      {fact && (
        <div className="content-note">
          <Note
            kind="warning"
            title={`Declared as ${visibleText(typeWord(fact.declaredMimeType))}, served as ${visibleText(typeWord(fact.mimeType))}`}
          >
            {missing !== undefined && (
              <>
                The content does not contain <code>{visibleText(missing)}</code> either.{' '}
              </>
            )}
            {same !== undefined && (
              <>
                It is, byte for byte, that of <code>{visibleText(same)}</code>.
              </>
            )}
          </Note>
        </div>
      )}
      <div className="section-head content-head">
        <h3 className="h2">Content</h3>
        <span className="push">
          <Segments<View>
            label="View"
            options={[
              ['text', 'Text'],
              ['raw', 'Raw'],
              ...(other === undefined ? [] : [['against', `Against ${shortUri(other)}`] as const]),
            ]}
            value={view}
            onChange={setView}
          />
        </span>
      </div>
      {view === 'raw' && <JsonCode value={report.result} label="The result" isNumbered />}
      {view === 'against' && against?.kind === 'read' && (
        <DiffCode before={textsOf(against.report.result)} after={text} label={`Against ${other!}`} />
      )}
      {view === 'text' &&
        (partsOf(report.result).length === 0 ? (
          <p className="faint">It has no parts.</p>
        ) : (
          partsOf(report.result).map((part, index) => (
            <PartView key={index} part={part} fact={report.contents?.[index]} isNumbered />
          ))
        ))}
    </>
  );
}

/** Another address that was read and served the same bytes. */
function sameContent(
  uri: string,
  read: Extract<ResourceRead, { kind: 'read' }>,
  reads: ReadonlyMap<string, ResourceRead>,
): string | undefined {
  const hash = hashOf(read);
  if (hash === '') return undefined;
  return [...reads].find(([other, each]) => other !== uri && each.kind === 'read' && hashOf(each) === hash)?.[0];
}

const hashOf = ({ report }: Extract<ResourceRead, { kind: 'read' }>): string =>
  (report.contents ?? []).map(({ sha256 }) => sha256).join();

function PinnedCard({
  uri,
  read,
  isReading,
  onRead,
}: {
  uri: string;
  read: ResourceRead | undefined;
  isReading: boolean;
  onRead: () => void;
}) {
  const report = read?.kind === 'read' ? read.report : undefined;
  const fact = report?.contents?.[0];
  return (
    <div className="frame pinned">
      <header className="row">
        <code className="cut grow" title={uri}>
          {shortUri(uri)}
        </code>
        {fact && (
          <span className="faint small no-wrap">
            {visibleText(typeWord(fact.mimeType).toUpperCase())}
            {fact.mimeType !== undefined && ', '}
            {writeSize(fact.bytes)}
          </span>
        )}
      </header>
      {report ? (
        partsOf(report.result)
          .slice(0, 1)
          .map((part) => <PartView key={uri} part={part} fact={fact} />)
      ) : (
        <div className="not-read">
          <span>{read ? 'It could not be read.' : 'Not read yet.'}</span>
          <Button small disabled={isReading} onClick={onRead}>
            {isReading ? 'Reading…' : 'Read'}
          </Button>
        </div>
      )}
    </div>
  );
}
