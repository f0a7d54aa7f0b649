import './server-conformance.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { given } from '@assay/contract/given';
import { Button } from '../../components/button/button.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { Chip, FilterBar, FilterGap } from '../../components/filter-bar/filter-bar.tsx';
import { PageWithInspector } from '../../components/inspector/inspector.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { MoreMenu } from '../../components/menu/menu.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { client } from '../../data/client.ts';
import { operationQuery } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { copyText } from '../../lib/copy-text.ts';
import { NOTHING, useSelection } from '../../lib/use-selection.ts';
import { ServerFrame } from '../server/server-frame.tsx';
import type { ServerTabProps } from '../server/server-tab.ts';
import { conformanceVerdict, ConformanceWhy } from './conformance-verdict.tsx';
import { curlOf } from './curl-of.ts';
import { EarlierRuns } from './earlier-runs.tsx';
import { ScenarioInspector } from './scenario-inspector.tsx';
import { ScenarioList } from './scenario-list.tsx';
import { areasOf, outcomeMarks, outcomeWords, scenariosOf, type Outcome } from './scenario-rows.ts';

const route = getRouteApi('/shell/p/$projectId/servers/$serverId');
const OUTCOMES: Outcome[] = ['failed', 'warning', 'couldNotRun', 'passed', 'notApplicable'];
const AGAIN_MS = 700;
const UNDER_WAY = ['pending', 'running'];

/**
 * Whether a server keeps the protocol, proved on the wire. Operations: listConformanceRuns, getConformanceReport,
 * startConformanceRun, cancelConformanceRun.
 */
export function ConformanceTab({ server }: ServerTabProps) {
  const { projectId, id: serverId } = server;
  const { outcome: wanted = [], suite, run: wishedRun, sel: selected } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: object): void =>
    void navigate({ search: (before) => given({ ...before, ...next }), replace: true });
  const runs = useQuery({
    ...operationQuery('listConformanceRuns', { projectId }, { serverId, limit: 20 }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => UNDER_WAY.includes(status)) ? AGAIN_MS : false,
  });
  const all = runs.data?.items ?? [];
  const whole = all.filter(({ requestedScenarios }) => requestedScenarios === undefined);
  const newest = whole[0];
  const isRunning = newest !== undefined && UNDER_WAY.includes(newest.status);
  const shown = all.find(({ id }) => id === wishedRun) ?? whole.find(({ hasReport }) => hasReport);
  const report = useQuery({
    ...operationQuery('getConformanceReport', { projectId, runId: shown?.id ?? '' }),
    enabled: shown?.hasReport === true,
    staleTime: Infinity,
  });
  const scenarios = report.data ? scenariosOf(report.data) : [];
  const areas = areasOf(scenarios, wanted, suite);
  const rows = areas.flatMap((area) => area.rows);
  const first =
    rows.find(({ scenarios: own }) => own.some(({ endedServer }) => endedServer)) ??
    rows.find(({ outcome }) => outcome === 'failed') ??
    rows[0];
  const sel = useSelection(selected, first?.id);
  // A scenario of a folded row can be selected, too.
  const inside = scenarios.find(({ name }) => name === sel);
  const row =
    rows.find(({ id }) => id === sel) ??
    (inside && { id: inside.name, outcome: inside.outcome, scenarios: [inside], isSingle: true });
  const start = useAction(
    (only: string | undefined) =>
      client.startConformanceRun({ projectId, serverId }, only === undefined ? {} : { scenarios: [only] }),
    { changes: ['listConformanceRuns'] },
  );
  const cancel = useAction((runId: string) => client.cancelConformanceRun({ projectId, runId }), {
    changes: ['listConformanceRuns'],
  });
  const rerun = (): void => {
    if (!isRunning) start.run(undefined);
  };
  const one = row?.isSingle ? row.scenarios[0] : undefined;
  const curl = one && curlOf(server.url, one);
  const count = (outcome: Outcome): number =>
    scenarios.filter((each) => each.outcome === outcome && (suite === undefined || each.suite === suite)).length;
  return (
    <ServerFrame
      server={server}
      tab="conformance"
      request={shown && { operation: 'getConformanceReport', params: { projectId, runId: shown.id } }}
      keys={[
        { keys: ['R'], label: 'rerun', run: rerun },
        { keys: ['C'], label: 'copy its curl', run: () => curl !== undefined && copyText(curl, 'The request') },
      ]}
      head={
        <Verdict
          {...conformanceVerdict({
            run: isRunning ? newest : shown,
            newest,
            report: report.data,
            isLoading: runs.isPending,
          })}
          why={
            <ConformanceWhy report={report.data} run={isRunning ? newest : (shown ?? newest)} server={server.name} />
          }
          actions={
            <>
              {isRunning ? (
                <Button disabled={cancel.isRunning} onClick={() => cancel.run(newest.id)}>
                  Cancel
                </Button>
              ) : (
                <Button look="primary" icon="again" keyHint="R" disabled={start.isRunning} onClick={rerun}>
                  {start.isRunning ? 'Starting…' : whole.length > 0 ? 'Rerun' : 'Run'}
                </Button>
              )}
              <MoreMenu
                actions={[
                  {
                    word: 'Copy the report',
                    run: () => copyText(JSON.stringify(report.data, null, 2), 'The report'),
                    ...given({ reason: report.data ? undefined : 'there is none yet' }),
                  },
                ]}
              />
            </>
          }
        >
          <ActionError error={start.error ?? cancel.error} />
        </Verdict>
      }
    >
      {report.data && shown && (
        <FilterBar about="no tool is called">
          {OUTCOMES.filter((outcome) => outcome !== 'warning' || count('warning') > 0).map((outcome) => (
            <Chip
              key={outcome}
              isOn={wanted.includes(outcome)}
              count={count(outcome)}
              onToggle={() => {
                const next = wanted.includes(outcome)
                  ? wanted.filter((each) => each !== outcome)
                  : [...wanted, outcome];
                change({ outcome: next.length > 0 ? next : undefined });
              }}
            >
              {outcome !== 'notApplicable' && <Mark kind={outcomeMarks[outcome]} word="" />}
              {outcomeWords[outcome]}
            </Chip>
          ))}
          <FilterGap />
          {shown.suites.map((each) => (
            <Chip
              key={each.suite}
              isOn={suite === each.suite}
              onToggle={() => change({ suite: suite === each.suite ? undefined : each.suite })}
            >
              suite <b>{each.suite}</b>
            </Chip>
          ))}
        </FilterBar>
      )}
      {runs.data && !shown?.hasReport ? (
        <Empty
          title="Not tested yet"
          command={`assay conformance run ${serverId}`}
          actions={
            <Button look="primary" icon="again" disabled={isRunning || start.isRunning} onClick={rerun}>
              Run
            </Button>
          }
        >
          A runner plays the scenarios of the official suite and of our own against the server. No tool is called.
        </Empty>
      ) : (
        <Part of={report} what="scenarios" rows={8}>
          {(data) => (
            <PageWithInspector
              inspector={
                row && (
                  <ScenarioInspector
                    row={row}
                    report={data}
                    curl={curl}
                    isCommand={server.transportType === 'stdio'}
                    again={
                      one &&
                      all.find(
                        ({ requestedScenarios, createdAt }) =>
                          requestedScenarios?.includes(one.name) && createdAt > shown!.createdAt,
                      )
                    }
                    isStarting={start.isRunning}
                    onAgain={(name) => start.run(name)}
                    onSelect={(name) => change({ sel: name })}
                    onClose={() => change({ sel: NOTHING })}
                  />
                )
              }
            >
              <ScenarioList
                areas={areas}
                selected={rows.find(({ id }) => id === row?.id)?.id}
                onSelect={({ id }) => change({ sel: id })}
              />
              <EarlierRuns
                runs={whole}
                shown={shown?.id}
                onShow={(id) => change({ run: id === whole[0]?.id ? undefined : id, sel: undefined })}
              />
            </PageWithInspector>
          )}
        </Part>
      )}
    </ServerFrame>
  );
}
