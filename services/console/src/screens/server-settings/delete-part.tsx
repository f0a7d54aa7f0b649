import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { Confirm } from '../../components/dialog/confirm.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { client } from '../../data/client.ts';
import type { ReplyOf } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { ServerRead } from '../server/server-tab.ts';
import { usesInWords } from './uses-in-words.ts';

/** The end of a server, with what no longer runs without it. Operations: deleteProjectServer. */
export function DeletePart({ server, uses }: { server: ServerRead; uses: ReplyOf<'getServerUses'> | undefined }) {
  const { projectId, id: serverId, name } = server;
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useAction(() => client.deleteProjectServer({ projectId, serverId }, {}), {
    changes: ['listProjectServers', 'countServerUses'],
    onDone: () => void navigate({ to: '/p/$projectId/servers', params: { projectId } }),
  });
  const consequences = (
    <table className="dense tight bleed">
      <tbody>
        {(
          [
            [['suite'], 'every launch is refused'],
            [['environment', 'client', 'serverGroup'], 'do not resolve any more'],
            [['journey', 'study'], 'no session can begin'],
          ] as const
        ).map(([kinds, what]) => {
          const words = uses && usesInWords(uses.uses, kinds);
          return (
            words && (
              <tr key={what}>
                <td className="mark-cell">
                  <Mark kind="open" />
                </td>
                <td>{words}</td>
                <td className="num muted">{what}</td>
              </tr>
            )
          );
        })}
        <tr>
          <td className="mark-cell">
            <Mark kind="passed" word="Stays" />
          </td>
          <td>Its runs and trials</td>
          <td className="num muted">stay, with its name</td>
        </tr>
      </tbody>
    </table>
  );
  return (
    <Section title="Delete">
      <div className="frame settings-pad">
        <p>
          <b className="medium">
            <Foreign text={name} />
          </b>{' '}
          is deleted for good, with its surfaces, its diagnoses, its headers and its OAuth grant.
        </p>
        {consequences}
        <div className="row wrap server-actions">
          <Button look="danger" onClick={() => setAsking(true)}>
            Delete {visibleText(name)}…
          </Button>
          <span className="faint small">cannot be undone</span>
        </div>
      </div>
      {isAsking && (
        <Confirm
          title={`Delete ${visibleText(name)}?`}
          verb={remove.isRunning ? 'Deleting…' : `Delete ${visibleText(name)}`}
          isRunning={remove.isRunning}
          onConfirm={() => remove.run(undefined)}
          onClose={() => setAsking(false)}
        >
          <p>Its surfaces, diagnoses, headers and its OAuth grant are deleted with it, and cannot be brought back.</p>
          <div className="settings-consequences">{consequences}</div>
          <ActionError error={remove.error} />
        </Confirm>
      )}
    </Section>
  );
}
