import { Mark } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { useOperation } from '../../data/operations.ts';
import { UseName, kindInWords, type ServerUse } from '../servers/server-use.tsx';

/** The suites, environments and others that depend on a server. `isDown`: it answers no call at present. Operations: getServerUses. */
export function ServerUses({ address, isDown }: { address: { projectId: string; serverId: string }; isDown: boolean }) {
  const uses = useOperation('getServerUses', address);
  return (
    <Section title="What depends on this server" about={isDown && 'and has no verdict while it is down'}>
      <Part of={uses} what="uses">
        {({ uses: items }) =>
          items.length === 0 ? (
            <p className="faint">Nothing uses it yet.</p>
          ) : (
            <div className="frame">
              <table className="dense wrapping">
                <tbody>
                  {items.map((use) => (
                    <tr key={`${use.kind} ${use.id}`}>
                      <td className="mark-cell">
                        <Mark kind={isDown ? 'open' : 'note'} word={isDown ? 'Not established' : 'Uses it'} />
                      </td>
                      <td className="medium">
                        <UseName use={use} projectId={address.projectId} />
                      </td>
                      <td className="muted">{kindInWords(use)}</td>
                      <td className="num faint">{isDown && isLaunched(use) && 'launches refused'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Part>
    </Section>
  );
}

/** A launch connects to each server first. */
const isLaunched = ({ kind }: ServerUse): boolean => kind === 'suite' || kind === 'environment';
