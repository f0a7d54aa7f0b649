import { Link, useNavigate } from '@tanstack/react-router';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { JsonCode } from '../../components/code/code.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Inspector } from '../../components/inspector/inspector.tsx';
import { Note } from '../../components/note/note.tsx';
import { Outcome } from '../../components/outcome/outcome.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { KeyValues } from '../../components/section/key-values.tsx';
import { client } from '../../data/client.ts';
import { useOperation } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { useKeys } from '../../lib/keys.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { writeDuration, writeTime } from '../../lib/format/times.ts';
import {
  betterAddress,
  citedPlaces,
  kindOfState,
  placeOf,
  remarkOf,
  signInWord,
  stageWord,
  stateOf,
  transportOf,
  type ListedServer,
} from './server-words.ts';
import { UsedBy } from './used-by.tsx';

/**
 * The last diagnosis of a server: its cause, the next step, and the objects that use the server. `listed` is shown until the evidence
 * is read. Operations: getProjectServer, getServerUses, updateProjectServer.
 */
export function ServerInspector({
  listed,
  mayWrite,
  isDiagnosing,
  onDiagnose,
  onClose,
}: {
  listed: ListedServer;
  mayWrite: boolean;
  isDiagnosing: boolean;
  onDiagnose: () => void;
  onClose: () => void;
}) {
  const address = { projectId: listed.projectId, serverId: listed.id };
  const read = useOperation('getProjectServer', address);
  const server = read.data ?? listed;
  const navigate = useNavigate();
  const better = mayWrite ? betterAddress(server) : undefined;
  const save = useAction(
    (url: string) => client.updateProjectServer(address, { url, expectedRevision: server.revision }),
    {
      changes: ['getProjectServer', 'listProjectServers'],
      onDone: onDiagnose,
    },
  );
  const settings = { to: '/p/$projectId/servers/$serverId', params: address, search: { tab: 'settings' } } as const;
  useKeys([
    ...(mayWrite ? [{ keys: ['e'], run: () => void navigate(settings) }] : []),
    ...(better === undefined ? [] : [{ keys: ['Enter'], run: () => save.run(better) }]),
  ]);
  const { lastDiagnosis } = server;
  return (
    <Inspector label={server.name} title={<Foreign text={server.name} />} onClose={onClose}>
      <StateLine server={server} />
      <Cause server={server} />
      {lastDiagnosis?.evidence && (
        <>
          <h3 className="h2 server-part">Evidence</h3>
          <JsonCode
            value={lastDiagnosis.evidence}
            evidence={citedPlaces(lastDiagnosis.evidence)}
            label="The evidence"
          />
        </>
      )}
      {lastDiagnosis?.nextStep !== undefined && (
        <>
          <h3 className="h2 server-part">Try next</h3>
          <p>
            <Foreign text={lastDiagnosis.nextStep} />
          </p>
        </>
      )}
      <div className="row wrap server-actions">
        {better !== undefined && (
          <Button look="primary" keyHint="Enter" disabled={save.isRunning} onClick={() => save.run(better)}>
            <span className="cut" dir="auto">
              {save.isRunning ? 'Saving…' : `Save ${better}`}
            </span>
          </Button>
        )}
        {mayWrite && (
          <>
            <ButtonLink {...settings} keyHint="e">
              {server.transportType === 'http' ? 'Edit the address' : 'Edit the command'}
            </ButtonLink>
            <Button keyHint="d" disabled={isDiagnosing} onClick={onDiagnose}>
              {isDiagnosing ? 'Diagnosing…' : 'Diagnose'}
            </Button>
          </>
        )}
        <ButtonLink to="/p/$projectId/servers/$serverId" params={address} look="quiet">
          Open
        </ButtonLink>
      </div>
      <ActionError error={save.error} />
      <h3 className="h2 server-part">Server</h3>
      <KeyValues rows={factsOf(server)} />
      <UsedBy address={address} isUnusable={server.state === 'unusable'} />
    </Inspector>
  );
}

function StateLine({ server }: { server: ListedServer }) {
  const { stateSince, readyAt, lastDiagnosis } = server;
  const state = stateOf(server);
  const since = stateSince === undefined ? '' : ` since ${writeTime(stateSince)}`;
  const word = {
    unusable: `Not usable${since}`,
    look: `Ready, with something to look at${since}`,
    well: `Ready${since}`,
    unknown: 'Never diagnosed',
  }[state];
  return (
    <p className="row wrap">
      <Outcome kind={kindOfState(state)} word={word} />
      <span className="faint">
        {state === 'unusable'
          ? readyAt === undefined
            ? 'never ready'
            : `ready until ${writeTime(readyAt)}`
          : lastDiagnosis && `diagnosed ${writeTime(lastDiagnosis.diagnosedAt)}`}
      </span>
    </p>
  );
}

function Cause({ server }: { server: ListedServer }) {
  const { lastDiagnosis, state, surfaceChange } = server;
  if ((surfaceChange?.breaking ?? 0) > 0 && state === 'look')
    return (
      <Note
        kind="warning"
        title={`${writeCountOf(surfaceChange!.breaking, 'change')} since its release before break callers`}
      >
        It offers something else since {writeTime(surfaceChange!.seenAt)}:{' '}
        <Link
          to="/p/$projectId/servers/$serverId"
          params={{ projectId: server.projectId, serverId: server.id }}
          search={{ tab: 'drift' }}
        >
          what changed
        </Link>
        .
      </Note>
    );
  if (lastDiagnosis?.cause === undefined) return undefined;
  return (
    <Note
      kind={state === 'unusable' ? 'failed' : 'warning'}
      title={
        <>
          <code>{lastDiagnosis.cause}</code> at the stage {stageWord(lastDiagnosis.stage)}
        </>
      }
    >
      <Foreign text={lastDiagnosis.explanation ?? remarkOf(server)} />
    </Note>
  );
}

const factsOf = (server: ListedServer): (readonly [string, React.ReactNode] | undefined)[] => {
  const { lastDiagnosis, toolCount, surfaceChange, runnerLabels = [], headerNames = [] } = server;
  const isDown = server.state === 'unusable';
  return [
    [
      server.transportType === 'http' ? 'Address' : 'Command',
      <code key="place">
        <Foreign text={placeOf(server)} />
      </code>,
    ],
    ['Transport', transportOf(server)],
    [
      'Sign-in',
      signInWord(server) === '–'
        ? `not asked; ${headerNames.length > 0 ? writeCountOf(headerNames.length, 'header') : 'no header'} ${headerNames.length > 1 ? 'are' : 'is'} saved`
        : signInWord(server),
    ],
    toolCount === undefined ? undefined : ['Tools', `${toolCount}${isDown ? ' when it was last ready' : ''}`],
    lastDiagnosis?.protocolVersion === undefined ? undefined : ['Revision', lastDiagnosis.protocolVersion],
    lastDiagnosis?.serverVersion === undefined
      ? undefined
      : ['Version', <Foreign key="version" text={lastDiagnosis.serverVersion} />],
    ['Drift', surfaceChange ? `changed ${writeTime(surfaceChange.seenAt)}` : 'none recorded'],
    lastDiagnosis ? ['Took', writeDuration(lastDiagnosis.durationMs)] : undefined,
    [
      'Reached from',
      runnerLabels.length > 0 || server.transportType === 'stdio'
        ? `runners with ${[...(server.transportType === 'stdio' ? ['stdio'] : []), ...runnerLabels].join(', ')}`
        : 'the platform',
    ],
    server.enabled ? undefined : ['Connections', 'switched off'],
  ];
};
