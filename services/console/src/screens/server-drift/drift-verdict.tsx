import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Foreign } from '../../components/foreign/foreign.tsx';
import type { MarkKind } from '../../components/mark/mark.tsx';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import type { CaseToolUse } from './affected-cases.tsx';
import type { SurfaceChange } from './change-table.tsx';

/** The verdict of a comparison of two surfaces; `against` names the two. */
export function driftVerdict(
  changes: readonly SurfaceChange[],
  name: string,
  against: ReactNode,
): { kind: MarkKind; word: string; rest: ReactNode } {
  const breaking = changes.filter(({ grade }) => grade === 'breaking').length;
  const of = (
    <>
      of <Foreign text={name} />
      {against}.
    </>
  );
  if (breaking > 0)
    return {
      kind: 'warning',
      word: breaking === 1 ? '1 change breaks callers' : `${writeCount(breaking)} changes break callers`,
      rest: of,
    };
  if (changes.length === 0) return { kind: 'passed', word: 'Nothing changed', rest: of };
  return {
    kind: 'passed',
    word: 'No change breaks callers',
    rest: of,
  };
}

/** The names of the tools with a breaking change. */
export const brokenTools = (changes: readonly SurfaceChange[]): string[] => [
  ...new Set(changes.filter(({ grade, kind }) => grade === 'breaking' && kind === 'tool').map(({ name }) => name)),
];

/** Where the breaking changes are, and which cases they concern. */
export function DriftWhy({
  projectId,
  changes,
  uses,
}: {
  projectId: string;
  changes: readonly SurfaceChange[];
  uses: readonly CaseToolUse[] | undefined;
}) {
  const breaking = changes.filter(({ grade }) => grade === 'breaking');
  const places = [...new Set(breaking.map(({ name, kind }) => name || kind))];
  if (breaking.length === 0)
    return (
      <>
        {writeCountOf(changes.length, 'change')} in all. A change that cannot be shown to be compatible counts as
        breaking.
      </>
    );
  const first = places.slice(0, 3);
  return (
    <>
      {breaking.length === 2 && places.length === 1 ? 'Both are' : breaking.length === 1 ? 'It is' : 'They are'} in{' '}
      {first.map((place, index) => (
        <span key={place}>
          {index > 0 && (index === first.length - 1 && places.length === first.length ? ' and ' : ', ')}
          <code>
            <Foreign text={place} />
          </code>
        </span>
      ))}
      {places.length > first.length && ` and ${places.length - first.length} more`}.{' '}
      <CaseSentence projectId={projectId} changes={breaking} uses={uses} />A change that cannot be shown to be
      compatible counts as breaking.
    </>
  );
}

function CaseSentence({
  projectId,
  changes,
  uses,
}: {
  projectId: string;
  changes: readonly SurfaceChange[];
  uses: readonly CaseToolUse[] | undefined;
}) {
  if (!uses) return null;
  if (uses.length === 0) return <>No case calls a changed tool. </>;
  const [first] = uses;
  const suites = new Set(uses.map(({ suiteId }) => suiteId));
  const cases = new Set(uses.map(({ caseId }) => caseId));
  // An argument that was removed and that a case still sends is the reason of its failure.
  const removed = changes.flatMap(({ path, change }) =>
    change === 'removed' ? (/^.*\/properties\/([^/]+)$/.exec(path)?.[1] ?? []) : [],
  );
  const sent = removed.find((name) => uses.some(({ arguments: names }) => names.includes(name)));
  return (
    <>
      {writeCountOf(cases.size, 'case')}
      {suites.size === 1 ? (
        <>
          {' '}
          of{' '}
          <Link to="/p/$projectId/suites/$suiteId" params={{ projectId, suiteId: first!.suiteId }}>
            <Foreign text={first!.suiteName} />
          </Link>
        </>
      ) : (
        ` of ${suites.size} suites`
      )}{' '}
      {cases.size === 1 ? 'calls' : 'call'} it
      {sent !== undefined && (
        <>
          {' '}
          with <code>{sent}</code>
        </>
      )}
      .{' '}
    </>
  );
}
