import { Link } from '@tanstack/react-router';
import { useQueries } from '@tanstack/react-query';
import { Button } from '../../components/button/button.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { client } from '../../data/client.ts';
import { operationQuery, useOperation, type ItemOf, type ReplyOf } from '../../data/operations.ts';
import { useMayWrite } from '../../data/project-role.ts';
import { useAction } from '../../data/use-action.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { kindOfVerdict } from '../../lib/run-verdict.ts';
import { SuiteFrame } from './suite-frame.tsx';
import { useSuiteRuns } from './suite-nav.tsx';
import type { SuiteTabProps } from './suite-tab.ts';

type Environment = ItemOf<'listEnvironments'>;

/**
 * The environments that a suite runs on, and whether each resolves now. Operations: listEnvironments,
 * resolveEnvironment, listEvalSuiteRuns, attachEvalSuiteEnvironment, updateEvalSuite.
 */
export function EnvironmentsTab({ suite }: SuiteTabProps) {
  const { projectId, id: suiteId, environmentIds } = suite;
  const environments = useOperation('listEnvironments', { projectId }, { limit: 200 });
  const mayWrite = useMayWrite(projectId);
  const runs = useSuiteRuns(suite);
  const resolved = useQueries({
    queries: environmentIds.map((environmentId) => ({
      ...operationQuery('resolveEnvironment', { projectId, environmentId }, {}),
      retry: false,
    })),
  });
  const failing = resolved.filter(({ error }) => error).length;
  const changes = ['getEvalSuite', 'listEvalSuiteRevisions'] as const;
  const attach = useAction(
    (environmentId: string) => client.attachEvalSuiteEnvironment({ projectId, suiteId }, { environmentId }),
    { changes },
  );
  const detach = useAction(
    (environmentId: string) => {
      const left = environmentIds.filter((id) => id !== environmentId);
      return client.updateEvalSuite(
        { projectId, suiteId },
        { environmentIds: left.length > 0 ? left : null, expectedRevision: suite.revisionNumber },
      );
    },
    { changes },
  );
  const of = writeCountOf(environmentIds.length, 'environment');
  return (
    <SuiteFrame
      suite={suite}
      tab="environments"
      request={{ operation: 'listEnvironments', params: { projectId } }}
      head={
        <Verdict
          kind={environmentIds.length === 0 ? 'note' : failing > 0 ? 'open' : 'passed'}
          word={
            environmentIds.length === 0
              ? 'The suite runs on its servers as they are.'
              : failing > 0
                ? `${writeCount(failing)} of ${of} would be refused.`
                : `${environmentIds.length === 1 ? 'Its environment' : `All ${of}`} can be launched.`
          }
          why={
            environmentIds.length === 0
              ? 'An environment is a client, its servers and their settings under one name. Attach one to run the suite on it.'
              : 'A launch makes one run for each chosen environment, in one group.'
          }
        />
      }
    >
      <Part of={environments} what="environments" rows={3}>
        {(data: ReplyOf<'listEnvironments'>) => {
          const attached = environmentIds.flatMap((id) => data.items.filter((each) => each.id === id));
          const others = data.items.filter(({ id }) => !environmentIds.includes(id));
          return (
            <>
              {attached.length > 0 && (
                <Section title="Attached" about="a launch offers these">
                  <EnvironmentTable
                    environments={attached}
                    stateOf={(environment) => {
                      const { data: found, error } = resolved[environmentIds.indexOf(environment.id)] ?? {};
                      if (error) return { kind: 'open', text: error.message };
                      return found ? { kind: 'passed', text: 'resolves' } : { kind: 'pending', text: 'is resolved…' };
                    }}
                    lastRun={(environment) => runs.data?.items.find((run) => run.environment?.id === environment.id)}
                    projectId={projectId}
                    action={({ id }) =>
                      mayWrite && (
                        <Button small look="quiet" disabled={detach.isRunning} onClick={() => detach.run(id)}>
                          Detach
                        </Button>
                      )
                    }
                  />
                </Section>
              )}
              {others.length > 0 && (
                <Section title="Not attached" about="of the project">
                  <EnvironmentTable
                    environments={others}
                    projectId={projectId}
                    action={({ id }) =>
                      mayWrite && (
                        <Button small disabled={attach.isRunning} onClick={() => attach.run(id)}>
                          Attach
                        </Button>
                      )
                    }
                  />
                </Section>
              )}
              <ActionError error={attach.error ?? detach.error} />
            </>
          );
        }}
      </Part>
    </SuiteFrame>
  );
}

function EnvironmentTable({
  environments,
  projectId,
  stateOf,
  lastRun,
  action,
}: {
  environments: readonly Environment[];
  projectId: string;
  stateOf?: (environment: Environment) => { kind: 'passed' | 'open' | 'pending'; text: string };
  lastRun?: (environment: Environment) => ItemOf<'listEvalSuiteRuns'> | undefined;
  action: (environment: Environment) => React.ReactNode;
}) {
  return (
    <div className="frame">
      <table className="dense">
        <tbody>
          {environments.map((environment) => {
            const state = stateOf?.(environment);
            const run = lastRun?.(environment);
            return (
              <tr key={environment.id}>
                {state && (
                  <td className="mark-cell">
                    <Mark kind={state.kind} word={state.text} />
                  </td>
                )}
                <td className="fit-cell medium">
                  <Foreign text={environment.name ?? environment.id} />
                </td>
                <td className="fit-cell">
                  <Tag>{`revision ${environment.revision}`}</Tag>
                </td>
                <td className="fill-cell cut muted">{state && <Foreign text={state.text} />}</td>
                <td className="fit-cell num">
                  {run ? (
                    <Link className="row plain" to="/p/$projectId/runs/$runId" params={{ projectId, runId: run.id }}>
                      <Mark kind={kindOfVerdict(run.verdict)} />
                      {`run ${run.runNumber}`}
                    </Link>
                  ) : (
                    stateOf && <span className="faint">no run yet</span>
                  )}
                </td>
                <td className="fit-cell num">{action(environment)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
