import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { DoctorStages } from '../../components/doctor-stages/doctor-stages.tsx';
import { firstCause, type StageId } from '../../components/doctor-stages/stages.ts';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Note } from '../../components/note/note.tsx';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { ActionError, PartError } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { client } from '../../data/client.ts';
import { operationQuery, useOperation } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { useKeys } from '../../lib/keys.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { RunnerPlace } from './runner-place.tsx';
import { startDrafts } from './start-drafts.ts';
import { useFirstRun } from './use-first-run.ts';

/** How often a server that waits for a runner is diagnosed again, in milliseconds. */
const AGAIN_MS = 4_000;

/**
 * The second step: what the doctor found, and cases drafted from the tools. Operations: getProjectServer, runDoctor,
 * updateProjectServer, createEvalSuite, generateEvalCases.
 */
export function DoctorStep({ projectId, serverId }: { projectId: string; serverId: string }) {
  const { goTo } = useFirstRun();
  const address = { projectId, serverId };
  const server = useOperation('getProjectServer', address);
  const doctor = useQuery({ ...operationQuery('runDoctor', address), staleTime: Infinity });
  const [open, setOpen] = useState<StageId | undefined | 'none'>();
  const report = doctor.data;
  const first = report && firstCause(report);
  const isReady = report?.status === 'ready' || report?.status === 'partial';
  const needsRunner = first !== undefined && report?.checks[first].cause === 'runner_missing';
  const better = first && report.checks[first].evidence?.['answersAt'];
  const drafts = useAction(() => startDrafts(projectId, serverId, server.data?.name ?? 'server'), {
    changes: ['listEvalSuites'],
    onDone: ({ suiteId, jobId }) => goTo({ step: 'drafts', server: serverId, suite: suiteId, job: jobId }),
  });
  const save = useAction((url: string) => client.updateProjectServer(address, { url }), {
    changes: ['getProjectServer', 'listProjectServers'],
    onDone: () => void doctor.refetch(),
  });
  // A server that waits for its runner goes on by itself once there is one.
  useEffect(() => {
    if (!needsRunner || doctor.isFetching) return undefined;
    const timer = setTimeout(() => void doctor.refetch(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [needsRunner, doctor.isFetching, doctor.dataUpdatedAt]);
  const isStarting = drafts.isRunning;
  const start = (): void => {
    if (isReady && !isStarting) drafts.run(undefined);
  };
  const again = (): void => void doctor.refetch();
  useKeys([
    { keys: ['mod+Enter'], label: 'continue', run: start },
    { keys: ['d'], label: 'diagnose', run: again },
  ]);
  return (
    <ObjectPage of={server} what="server">
      {({ name, command }) => (
        <div className="cols c32">
          <div>
            <Section
              title={
                <span role="status">
                  {report === undefined ? 'Diagnosing ' : ''}
                  <Foreign text={name} />
                  {report === undefined ? '…' : isReady ? ' is ready' : ' cannot be used yet'}
                </span>
              }
              about="from the first packet to each list; no tool is called"
            >
              {doctor.error ? (
                <PartError error={doctor.error} what="diagnosis" onAgain={again} />
              ) : (
                <DoctorStages
                  checks={report?.checks}
                  isRunning={report === undefined}
                  open={open === 'none' ? undefined : (open ?? (isReady || needsRunner ? undefined : first))}
                  onOpen={(stage) => setOpen(stage ?? 'none')}
                  actionsOf={(stage) =>
                    stage === first &&
                    typeof better === 'string' && (
                      <Button look="primary" autoFocus disabled={save.isRunning} onClick={() => save.run(better)}>
                        <span dir="auto">Save {better}</span>
                      </Button>
                    )
                  }
                />
              )}
            </Section>
            {report?.status === 'oauth_required' && (
              <div className="first-run-actions">
                <Note
                  kind="open"
                  title="The server asks a person to sign in"
                  action={
                    <ButtonLink small takesFocus to="/p/$projectId/servers/$serverId/oauth" params={address}>
                      Sign in
                    </ButtonLink>
                  }
                >
                  Come back by Back in the browser, and diagnose it again.
                </Note>
              </div>
            )}
            {needsRunner && <RunnerPlace projectId={projectId} command={command ?? ''} isAsking={doctor.isFetching} />}
            <ActionError error={drafts.error ?? save.error} />
            <div className="row wrap first-run-actions">
              {isReady ? (
                <Button key="draft" look="primary" keyHint="mod+Enter" autoFocus disabled={isStarting} onClick={start}>
                  {isStarting ? 'Drafting…' : 'Draft cases from its tools'}
                </Button>
              ) : (
                <Button key="again" keyHint="d" disabled={doctor.isFetching} onClick={again}>
                  {doctor.isFetching ? 'Diagnosing…' : 'Diagnose again'}
                </Button>
              )}
              <Button look="quiet" onClick={() => goTo({ step: 'server' })}>
                Back
              </Button>
            </div>
          </div>
          <div>
            <Section title="What comes next">
              <ul className="muted first-run-list">
                <li>Cases are drafted from the declarations of its tools, by rules: no model, no cost.</li>
                <li>You keep the ones that you want. Tools that say that they destroy are left out.</li>
                <li>A run calls the tools, and every verdict shows the message that it is based on.</li>
              </ul>
            </Section>
            <Section title="The same, in a terminal">
              <pre className="code">npx assay server doctor {JSON.stringify(visibleText(name))}</pre>
              <p className="small faint first-run-hint">
                Or{' '}
                <Link to="/p/$projectId/servers/$serverId" params={address}>
                  open the server
                </Link>{' '}
                with all of its parts.
              </p>
            </Section>
          </div>
        </div>
      )}
    </ObjectPage>
  );
}
