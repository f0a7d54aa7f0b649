import { Switch } from '../../components/field/check.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { client } from '../../data/client.ts';
import { useAction } from '../../data/use-action.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import type { ServerRead } from '../server/server-tab.ts';

/** Whether anything may connect to the server; it is switched at once. Operations: updateProjectServer. */
export function SwitchPart({
  server,
  mayWrite,
  count,
}: {
  server: ServerRead;
  mayWrite: boolean;
  count: number | undefined;
}) {
  const { projectId, id: serverId } = server;
  const change = useAction((enabled: boolean) => client.updateProjectServer({ projectId, serverId }, { enabled }), {
    changes: ['getProjectServer', 'listProjectServers'],
  });
  return (
    <Section title="On">
      <div className="frame settings-pad row">
        <Switch isOn={server.enabled} disabled={!mayWrite || change.isRunning} onChange={(isOn) => change.run(isOn)}>
          Connections are allowed
        </Switch>
        <span className="push faint small">
          {count !== undefined && count > 0 && `off: all ${writeCountOf(count, 'use')} are refused`}
        </span>
      </div>
      <ActionError error={change.error} />
    </Section>
  );
}
