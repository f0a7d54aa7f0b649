import type { ReplyOf } from '../../data/operations.ts';
import { Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { writeDuration } from '../../lib/format/times.ts';

type Grant = ReplyOf<'getOAuthGrant'>;

/** The last requests for tokens of a grant, and how they ended. */
export const TokenRequests = ({ grant, name }: { grant: Grant; name: string | undefined }) => (
  <>
    <h3>Tokens so far</h3>
    <table className="dense bleed tight">
      <tbody>
        {grant.tokenRequests.slice(0, 6).map(({ kind, madeAt, durationMs, lifeMs, error }) => (
          <tr key={`${kind} ${madeAt}`}>
            <td className="mark-cell">
              <Mark kind={error === undefined ? 'passed' : 'failed'} />
            </td>
            <td className="fit-cell muted">
              <Time time={madeAt} />
            </td>
            <td className="fill-cell cut">
              {error === undefined ? (
                <>
                  {kind === 'granted' && name !== undefined ? (
                    <>
                      granted to <Foreign text={name} />
                    </>
                  ) : (
                    kind
                  )}
                  {lifeMs !== undefined && ` for ${writeDuration(lifeMs)}`}
                </>
              ) : (
                <code>
                  <Foreign text={error} />
                </code>
              )}
            </td>
            <td className="num fit-cell faint">{writeDuration(durationMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
);
