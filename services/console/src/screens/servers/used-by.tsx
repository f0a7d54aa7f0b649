import { Mark } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { useOperation } from '../../data/operations.ts';
import { UseName, kindInWords } from './server-use.tsx';

/** At most this many uses are shown; the others are counted. */
const MAX_USES = 12;

/** The objects that use a server. Operations: getServerUses. */
export function UsedBy({
  address,
  isUnusable,
  title = 'What uses it',
}: {
  address: { projectId: string; serverId: string };
  isUnusable: boolean;
  title?: string;
}) {
  const uses = useOperation('getServerUses', address);
  return (
    <>
      <h3 className="h2 server-part">{title}</h3>
      <Part of={uses} what="uses" rows={2}>
        {({ uses: all }) =>
          all.length === 0 ? (
            <p className="faint">Nothing yet.</p>
          ) : (
            <table className="dense tight bleed">
              <tbody>
                {all.slice(0, MAX_USES).map((use) => (
                  <tr key={`${use.kind} ${use.id}`}>
                    <td className="mark-cell">
                      <Mark kind={isUnusable ? 'open' : 'note'} word={isUnusable ? 'Has no verdict without it' : ''} />
                    </td>
                    <td className="fill-cell cut">
                      <UseName use={use} projectId={address.projectId} />{' '}
                      <span className="faint">{kindInWords(use)}</span>
                    </td>
                    <td className="num fit-cell faint">
                      {isUnusable && (use.kind === 'suite' ? 'no verdict' : 'waits for it')}
                    </td>
                  </tr>
                ))}
                {all.length > MAX_USES && (
                  <tr>
                    <td />
                    <td colSpan={2} className="faint">
                      and {all.length - MAX_USES} more
                    </td>
                  </tr>
                )}
              </tbody>
            </table>
          )
        }
      </Part>
    </>
  );
}
