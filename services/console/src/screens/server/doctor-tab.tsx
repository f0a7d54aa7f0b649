import { useState } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { given } from '@assay/contract/given';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { RawDialog } from '../../components/code/raw-dialog.tsx';
import { DoctorStages } from '../../components/doctor-stages/doctor-stages.tsx';
import { stages, type StageCheck } from '../../components/doctor-stages/stages.ts';
import { Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { MoreMenu } from '../../components/menu/menu.tsx';
import { ActionError, PartError } from '../../components/part/part.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { client } from '../../data/client.ts';
import { useAction } from '../../data/use-action.ts';
import { copyText } from '../../lib/copy-text.ts';
import { doctorVerdict, transportWord } from './doctor-verdict.tsx';
import { EarlierDiagnoses } from './earlier-diagnoses.tsx';
import { ServerFrame } from './server-frame.tsx';
import { ServerUses } from './server-uses.tsx';
import type { ServerRead, ServerTabProps } from './server-tab.ts';
import { useKeptAnew } from './use-kept-anew.ts';

const route = getRouteApi('/shell/p/$projectId/servers/$serverId');
/** The reads that tell of a diagnosis. */
const KEPT = ['getProjectServer', 'listServerDiagnoses', 'listServerSurfaces', 'listProjectServers'] as const;

/**
 * The last diagnosis of a server, which is made again when asked. Operations: runDoctor, updateProjectServer,
 * getServerUses, listServerDiagnoses.
 */
export function DoctorTab({ server }: ServerTabProps) {
  const { projectId, id: serverId, lastDiagnosis: kept } = server;
  const address = { projectId, serverId };
  const { stage } = route.useSearch();
  const navigate = useNavigate();
  const [isRaw, setRaw] = useState(false);
  const search = route.useNavigate();
  const doctor = useAction(() => client.runDoctor(address), { changes: KEPT });
  useKeptAnew(doctor.reply?.generatedAt, KEPT);
  const again = (): void => {
    if (!doctor.isRunning) doctor.run();
  };
  const save = useAction((url: string) => client.updateProjectServer(address, { url }), {
    changes: ['getProjectServer', 'listProjectServers'],
    onDone: again,
  });
  const shown = doctor.isRunning ? undefined : kept;
  const first = shown?.stage;
  const open = stages.find(([id]) => id === stage)?.[0] ?? (stage === 'none' ? undefined : first);
  const better = first && shown.checks && addressIn(shown.checks[first]);
  const toSettings = { to: '/p/$projectId/servers/$serverId', params: address, search: { tab: 'settings' } } as const;
  const verdict = doctor.isRunning
    ? { kind: 'running' as const, word: 'Diagnosing.', rest: 'From the first packet to each list.' }
    : kept
      ? doctorVerdict(kept)
      : { kind: 'pending' as const, word: 'Not diagnosed yet.', rest: 'Nothing was asked of this server.' };
  return (
    <ServerFrame
      server={server}
      tab="doctor"
      request={{ operation: 'getProjectServer', params: address }}
      keys={[
        { keys: ['d'], label: 'diagnose', run: again },
        {
          keys: ['t'],
          label: 'tools',
          run: () => void navigate({ to: '/p/$projectId/servers/$serverId/tools', params: address }),
        },
        { keys: ['e'], label: 'edit', run: () => void navigate(toSettings) },
        ...(kept ? [{ keys: ['r'], label: 'raw report', run: () => setRaw(true) }] : []),
        ...(better === undefined ? [] : [{ keys: ['Enter'], run: () => save.run(better) }]),
      ]}
      head={
        <Verdict
          {...verdict}
          why={<Why server={server} kept={shown} />}
          actions={
            <>
              <Button keyHint="d" {...(!kept && { look: 'primary' })} disabled={doctor.isRunning} onClick={again}>
                {doctor.isRunning ? 'Diagnosing…' : kept ? 'Diagnose again' : 'Diagnose'}
              </Button>
              <MoreMenu
                actions={[
                  { word: 'Edit the server', keyHint: 'e', run: () => void navigate(toSettings) },
                  { word: 'Copy the id', run: () => copyText(serverId, 'The id') },
                  {
                    word: 'Copy the report',
                    run: () => copyText(JSON.stringify(kept, null, 2), 'The report'),
                    reason: kept ? undefined : 'there is none yet',
                  },
                ]}
              />
            </>
          }
        />
      }
    >
      {doctor.error ? (
        <PartError error={doctor.error} what="diagnosis" onAgain={again} />
      ) : (
        <DoctorStages
          checks={shown?.checks}
          isRunning={doctor.isRunning}
          open={open}
          onOpen={(next) =>
            void search({
              search: ({ stage: _before, ...others }) => ({
                ...others,
                ...given({ stage: next ?? (first ? 'none' : undefined) }),
              }),
              replace: true,
            })
          }
          actionsOf={(_, check) => {
            const found = addressIn(check);
            if (found === undefined)
              return check.cause === undefined ? undefined : <NextAction check={check} address={address} />;
            return (
              <>
                <Button look="primary" keyHint="Enter" disabled={save.isRunning} onClick={() => save.run(found)}>
                  {save.isRunning ? 'Saving…' : <span dir="auto">Save {found}</span>}
                </Button>
                <ButtonLink {...toSettings} keyHint="e">
                  Edit the address
                </ButtonLink>
              </>
            );
          }}
        />
      )}
      <ActionError error={save.error} />
      {isRaw && kept && <RawDialog title="The report" value={kept} onClose={() => setRaw(false)} />}
      <div className="cols c2 doctor-about">
        <ServerUses address={address} isDown={shown?.status === 'error'} />
        <EarlierDiagnoses address={address} />
      </div>
    </ServerFrame>
  );
}

/** The address at which a diagnosis found the server. */
function addressIn({ evidence }: StageCheck): string | undefined {
  const found = evidence?.['answersAt'];
  return typeof found === 'string' && URL.canParse(found) ? found : undefined;
}

function NextAction({ check, address }: { check: StageCheck; address: { projectId: string; serverId: string } }) {
  const isAccess = /oauth|grant|token|credentials|scope/.test(check.cause ?? '');
  return isAccess ? (
    <ButtonLink to="/p/$projectId/servers/$serverId/oauth" params={address} look="primary">
      Access and secrets
    </ButtonLink>
  ) : (
    <ButtonLink to="/p/$projectId/servers/$serverId" params={address} search={{ tab: 'settings' }} keyHint="e">
      Edit the server
    </ButtonLink>
  );
}

/** Where the server is, how it is reached, and when that was found out. */
function Why({ server, kept }: { server: ServerRead; kept: ServerRead['lastDiagnosis'] }) {
  const { url, command, args = [] } = server;
  const over = transportWord(kept?.transport);
  const way = server.transportType === 'stdio' ? 'as a command' : `over ${over ?? 'Streamable HTTP'}`;
  return (
    <>
      <code>
        <Foreign text={url ?? [command, ...args].join(' ')} />
      </code>{' '}
      {way}
      {kept?.serverVersion !== undefined && (
        <>
          , version <Foreign text={kept.serverVersion} />
        </>
      )}
      {kept?.protocolVersion !== undefined && <>, protocol {kept.protocolVersion}</>}.
      {kept && (
        <>
          {' '}
          Diagnosed at <Time time={kept.diagnosedAt} />
          {kept.status === 'error' && server.readyAt !== undefined && (
            <>
              ; it was ready until <Time time={server.readyAt} />
            </>
          )}
          .
        </>
      )}
      {!server.enabled && ' It is switched off: its tools cannot be called.'}
    </>
  );
}
