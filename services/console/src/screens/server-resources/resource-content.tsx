import { useState } from 'react';
import { JsonCode } from '../../components/code/code.tsx';
import { DiffCode } from '../../components/code/diff-code.tsx';
import { Note } from '../../components/note/note.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { visibleText } from '../../lib/visible-text.ts';
import { PartView, partsOf, textsOf } from './part-view.tsx';
import { typeWord } from './resource-tree.ts';
import { misdeclared, type ResourceRead } from './use-reads.ts';
import { shortUri } from './short-uri.ts';

type View = 'text' | 'raw' | 'against';

/** The content of a resource that was read: as text, raw, or against another one. */
export function ResourceContent({
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
