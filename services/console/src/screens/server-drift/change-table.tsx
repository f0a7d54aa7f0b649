import { Fragment, useState } from 'react';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { writeCount } from '../../lib/format/numbers.ts';
import { useKeys } from '../../lib/keys.ts';

export type SurfaceChange = ReplyOf<'diffServer'>['changes'][number];
type Grade = SurfaceChange['grade'];

const grades: readonly (readonly [grade: Grade, head: string, mark: MarkKind])[] = [
  ['breaking', 'Breaking: accepted input is refused, or promised output may be missing', 'warning'],
  ['additive', 'Additive', 'note'],
  ['cosmetic', 'Cosmetic', 'pending'],
];
/** More changes of a grade are shown when they are asked for. */
const SHOWN = 200;

/** The changes between two surfaces by their effect on callers. `j` and `k` move. */
export function ChangeTable({ changes }: { changes: readonly SurfaceChange[] }) {
  const [at, setAt] = useState(0);
  const [whole, setWhole] = useState<ReadonlySet<Grade>>(new Set());
  const groups = grades.map(([grade, head, mark]) => {
    const all = changes.filter((change) => change.grade === grade);
    return { grade, head, mark, all, shown: whole.has(grade) ? all : all.slice(0, SHOWN) };
  });
  const inOrder = groups.flatMap(({ shown }) => shown);
  useKeys([
    {
      keys: ['j', 'k'],
      label: 'change',
      run: (key) => setAt((before) => Math.min(Math.max(before + (key === 'j' ? 1 : -1), 0), inOrder.length - 1)),
    },
  ]);
  return (
    <div className="frame">
      <table className="top changes" aria-label="Changes">
        <thead>
          <tr>
            <th className="mark-cell" aria-label="Effect" />
            <th scope="col">Where</th>
            <th scope="col">What changed</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ grade, head, mark, all, shown }) =>
            all.length === 0 ? null : (
              <Fragment key={grade}>
                <tr className="group">
                  <td colSpan={5}>
                    {head} <span className="faint">{writeCount(all.length)}</span>
                    {shown.length < all.length && (
                      <button type="button" onClick={() => setWhole(new Set([...whole, grade]))}>
                        show all
                      </button>
                    )}
                  </td>
                </tr>
                {shown.map((change) => {
                  const index = inOrder.indexOf(change);
                  return (
                    <tr
                      key={`${change.kind} ${change.name} ${change.path} ${index}`}
                      className={index === at ? 'selected' : undefined}
                      aria-current={index === at ? 'true' : undefined}
                      onClick={() => setAt(index)}
                    >
                      <td className="mark-cell">
                        <Mark kind={mark} word={grade} />
                      </td>
                      <ChangeCells change={change} />
                    </tr>
                  );
                })}
              </Fragment>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

const kindWords: Record<SurfaceChange['kind'], string> = {
  tool: 'tool',
  resource: 'resource',
  resourceTemplate: 'resource template',
  prompt: 'prompt',
  capability: 'capability',
  server: 'server',
  instructions: 'instructions',
};

function ChangeCells({ change }: { change: SurfaceChange }) {
  const { kind, name, path, change: what, affectsModels, from, to } = change;
  const word = kindWords[kind];
  const isWhole = path === '';
  return (
    <>
      <td className="fit-cell">
        <code className="medium">
          <Foreign text={name || word} />
        </code>
      </td>
      <td className="fit-cell">
        <code className="muted">
          <Foreign text={isWhole ? word : path} />
        </code>{' '}
        {what} {affectsModels && <Tag>a model reads it</Tag>}
      </td>
      <td className="small value-cell" data-side="Before">
        {what === 'added' ? (
          <span className="faint">{isWhole ? `no such ${word}` : 'absent'}</span>
        ) : isWhole && from === undefined ? (
          `the ${word} as it was`
        ) : (
          <Value value={from} />
        )}
      </td>
      <td className="small value-cell" data-side="After">
        {what === 'removed' ? (
          <span className="faint">{isWhole ? `no such ${word}` : 'absent'}</span>
        ) : isWhole && to === undefined ? (
          `a new ${word}`
        ) : (
          <Value value={to} />
        )}
      </td>
    </>
  );
}

const Value = ({ value }: { value: unknown }) =>
  value === undefined ? (
    <span className="faint">too long to be shown here</span>
  ) : (
    <code>
      <Foreign text={value === '' ? '(empty)' : typeof value === 'string' ? value : (JSON.stringify(value) ?? '')} />
    </code>
  );
