import { Foreign } from '../../components/foreign/foreign.tsx';
import { KeyValues } from '../../components/section/key-values.tsx';
import { writeCountOf, writeSize } from '../../lib/format/numbers.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { HeldResource } from './resource-tree.ts';
import { misdeclared, type ResourceRead } from './use-reads.ts';

/** How a resource is declared, and how it was served. */
export function ResourceFacts({
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
