import { useMemo } from 'react';
import { Button } from '../../components/button/button.tsx';
import { JsonCode } from '../../components/code/code.tsx';
import { DiffCode } from '../../components/code/diff-code.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import type { ItemOf } from '../../data/operations.ts';
import { copyText } from '../../lib/copy-text.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { runsOf, runsWith } from './runs-by-revision.tsx';

type Run = ItemOf<'listEvalSuiteRuns'>;
type Revision = ItemOf<'listEvalSuiteRevisions'>;

/** A revision against another one: each changed place with its words and its lines, or the whole of it. */
export function RevisionPanel({
  shown,
  before,
  canRestore,
  runs,
  view,
  onView,
  onRestore,
}: {
  shown: Revision;
  before: Revision | undefined;
  canRestore: boolean;
  runs: readonly Run[];
  view: 'changes' | 'whole';
  onView: (view: 'changes' | 'whole') => void;
  onRestore: () => void;
}) {
  const { revisionNumber } = shown;
  const isNext = before !== undefined && before.revisionNumber === revisionNumber - 1;
  const places = useMemo(() => changedPlaces(before?.suite, shown), [before, shown]);
  const own = runsWith(runs, revisionNumber);
  const copyPatch = (): void => copyText(JSON.stringify(patchOf(places, shown), null, 2), 'The patch');
  return (
    <aside className="frame revision-panel" aria-label={`Revision ${revisionNumber}`}>
      <div className="pane-head">
        <h2 className="cut">
          {before ? `Revision ${revisionNumber} against ${before.revisionNumber}` : `Revision ${revisionNumber}`}
        </h2>
        <span className="faint small">{before && writeCountOf(places.length, 'place')}</span>
        <span className="push">
          <Segments
            label="What is shown"
            value={view}
            onChange={onView}
            options={[
              ['changes', 'Changes'],
              ['whole', 'Whole'],
            ]}
          />
        </span>
      </div>
      <div className="revision-body">
        {view === 'whole' || !before ? (
          <JsonCode value={shown.suite} label={`Revision ${revisionNumber}`} />
        ) : places.length === 0 ? (
          <p className="muted">Both are the same.</p>
        ) : (
          places.map((pointer) => {
            const words = isNext ? shown.changes.find((change) => change.pointer === pointer)?.words : undefined;
            return (
              <section key={pointer}>
                {words !== undefined && (
                  <h3 className="h2">
                    <Foreign text={`${words.charAt(0).toUpperCase()}${words.slice(1)}`} />
                  </h3>
                )}
                <DiffCode
                  before={memberOf(before.suite, pointer)}
                  after={memberOf(shown.suite, pointer)}
                  label={pointer}
                />
                <p className="small">
                  <code className="faint">{pointer}</code>
                </p>
              </section>
            );
          })
        )}
        <h3 className="h2">What it means for runs</h3>
        <table className="dense">
          <tbody>
            <tr>
              <td className="mark-cell">
                <Mark kind={own.length === 0 ? 'pending' : 'note'} />
              </td>
              <td>{own.length === 0 ? 'No run' : <>Runs {runsOf(runs, revisionNumber)}</>}</td>
              <td className="num muted">
                {own.length === 0 ? 'was made with it' : 'were made with it; their verdicts stay'}
              </td>
            </tr>
          </tbody>
        </table>
        <div className="row wrap">
          {canRestore && (
            <Button icon="undo" keyHint="Z" onClick={onRestore}>
              {`Restore ${revisionNumber}…`}
            </Button>
          )}
          {before && places.length > 0 && (
            <Button icon="copy" onClick={copyPatch}>
              Copy as a patch
            </Button>
          )}
        </div>
      </div>
    </aside>
  );
}

type Suite = Revision['suite'];

/** The places in which two states differ: fields of the suite, and fields of its settings. */
function changedPlaces(before: Suite | undefined, { suite }: Revision): string[] {
  if (!before) return [];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(suite)])].flatMap((name) =>
    name === 'settings'
      ? [...new Set([...Object.keys(fieldsOf(before)), ...Object.keys(fieldsOf(suite))])].map(
          (setting) => `/settings/${setting}`,
        )
      : [`/${name}`],
  );
  return fields.filter((pointer) => jsonOf(valueAt(before, pointer)) !== jsonOf(valueAt(suite, pointer)));
}

const fieldsOf = (suite: Suite): Record<string, unknown> => (suite['settings'] ?? {}) as Record<string, unknown>;

const valueAt = (suite: Suite, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], suite);

const jsonOf = (value: unknown): string => JSON.stringify(value ?? null, null, 2);

/** A place as the member of an object: `"gate": null`. */
const memberOf = (suite: Suite, pointer: string): string =>
  `"${pointer.slice(pointer.lastIndexOf('/') + 1)}": ${jsonOf(valueAt(suite, pointer))}`;

/** The body of a PATCH that makes the changed places what they are in this revision. */
function patchOf(places: readonly string[], { suite }: Revision): object {
  const settings = places.filter((pointer) => pointer.startsWith('/settings/'));
  return {
    ...Object.fromEntries(
      places
        .filter((pointer) => !pointer.startsWith('/settings/'))
        .map((pointer) => [pointer.slice(1), valueAt(suite, pointer) ?? null]),
    ),
    ...(settings.length > 0 && {
      settings: Object.fromEntries(
        settings.map((pointer) => [pointer.slice('/settings/'.length), valueAt(suite, pointer) ?? null]),
      ),
    }),
  };
}
