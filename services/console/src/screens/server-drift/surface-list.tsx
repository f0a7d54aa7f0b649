import { Time } from '../../components/figures/figures.tsx';
import { Outcome } from '../../components/outcome/outcome.tsx';
import type { ItemOf } from '../../data/operations.ts';
import { writeCount } from '../../lib/format/numbers.ts';

export type SurfaceSeen = ItemOf<'listServerSurfaces'>;

/** A hash as it is shown: its first six digits. */
export const shortHash = (hash: string): string => hash.replace(/^sha256:/, '').slice(0, 6);

/** The surfaces of a server in time, of which two are compared. With Shift a row becomes the earlier one. */
export function SurfaceList({
  surfaces,
  after,
  before,
  onAfter,
  onBefore,
}: {
  surfaces: readonly SurfaceSeen[];
  after: string;
  before: string | undefined;
  onAfter: (surfaceId: string) => void;
  onBefore: (surfaceId: string) => void;
}) {
  return (
    <div className="frame">
      <table className="dense surfaces" aria-label="Surfaces">
        <thead>
          <tr>
            <th className="fit-cell" aria-label="Side" />
            <th scope="col">First seen</th>
            <th scope="col">Surface</th>
            <th scope="col" className="num">
              Breaking
            </th>
            <th scope="col" className="num">
              <abbr title="Additive">Add.</abbr>
            </th>
          </tr>
        </thead>
        <tbody>
          {surfaces.map(({ surfaceId, hash, firstSeenAt, changesFromPrevious }) => {
            const side = surfaceId === after ? 'after' : surfaceId === before ? 'before' : undefined;
            const { breaking = 0, additive = 0 } = changesFromPrevious ?? {};
            const choose = (event: { shiftKey: boolean }) => (event.shiftKey ? onBefore : onAfter)(surfaceId);
            return (
              <tr key={surfaceId} className={side && 'selected'} onClick={choose}>
                <td className="fit-cell">{side}</td>
                <td className="fit-cell muted">
                  <button type="button" aria-pressed={side !== undefined}>
                    <Time time={firstSeenAt} />
                  </button>
                </td>
                <td>
                  <code className="faint">{shortHash(hash)}</code>
                </td>
                <td className="num">
                  {breaking > 0 ? (
                    <Outcome kind="warning" word={writeCount(breaking)} calm />
                  ) : (
                    <span className="faint">0</span>
                  )}
                </td>
                <td className="num">{additive > 0 ? writeCount(additive) : <span className="faint">0</span>}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
