import type { ReplyOf } from '../../data/operations.ts';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';

type Grant = ReplyOf<'getOAuthGrant'>;
type Walk = ReplyOf<'walkOAuth'>;

/** Each scope: granted, asked for in vain, or offered and not asked for. */
export function GrantScopes({ grant, walk }: { grant: Grant; walk: Walk | undefined }) {
  const asked = grant.scopesAsked;
  const offered = grant.scopesOffered ?? walk?.scopesOffered ?? [];
  const names = [...new Set([...grant.scopes, ...(asked ?? []), ...offered])];
  if (names.length === 0) return null;
  return (
    <>
      <h3>Scopes</h3>
      <table className="dense bleed tight">
        <tbody>
          {names.map((name) => {
            const isGranted = grant.scopes.includes(name);
            const wasAsked = asked?.includes(name);
            const words = [
              asked && (wasAsked ? 'asked for' : offered.includes(name) && 'offered'),
              isGranted ? 'granted' : wasAsked ? 'not granted' : asked ? 'not asked for' : 'not granted',
            ];
            return (
              <tr key={name}>
                <td className="mark-cell">
                  <Mark
                    kind={isGranted ? 'passed' : wasAsked ? 'failed' : 'pending'}
                    word={isGranted ? 'Granted' : 'Not granted'}
                  />
                </td>
                <td className="fit-cell">
                  <code>
                    <Foreign text={name} />
                  </code>
                </td>
                <td className="num faint">{words.filter(Boolean).join(', ')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
