import './server-readiness.css';
import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { given } from '@assay/contract/given';
import { Button } from '../../components/button/button.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { Chip, FilterBar, FilterGap } from '../../components/filter-bar/filter-bar.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { client } from '../../data/client.ts';
import { operationQuery } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { copyText } from '../../lib/copy-text.ts';
import { saveFile } from '../../lib/save-file.ts';
import { NOTHING, useSelection } from '../../lib/use-selection.ts';
import { ServerFrame } from '../server/server-frame.tsx';
import type { ServerTabProps } from '../server/server-tab.ts';
import { FactsForm } from './facts-form.tsx';
import { readinessVerdict, ReadinessWhy } from './readiness-verdict.tsx';
import { RequirementInspector } from './requirement-inspector.tsx';
import { RequirementList } from './requirement-list.tsx';
import { countOf, lanesOf, resultMarks, resultWords, type Result } from './requirement-rows.ts';

const route = getRouteApi('/shell/p/$projectId/servers/$serverId');
const RESULTS: Result[] = ['fail', 'warn', 'notEvaluated', 'pass', 'notApplicable'];
const AGAIN_MS = 700;
const UNDER_WAY = ['pending', 'running'];

/**
 * The requirements that are left before a directory can list a server. Operations: listReadinessRuns, getReadinessReport,
 * startClaudeReadinessRun, startOpenAIReadinessRun, cancelReadinessRun, getReadinessFacts, setReadinessFacts.
 */
export function ReadinessTab({ server }: ServerTabProps) {
  const address = { projectId: server.projectId, serverId: server.id };
  const { kind = 'claude', result: wanted = [], sel: selected } = route.useSearch();
  const navigate = route.useNavigate();
  const cache = useQueryClient();
  const change = (next: object): void =>
    void navigate({ search: (before) => given({ ...before, ...next }), replace: true });
  const runs = useQuery({
    ...operationQuery(
      'listReadinessRuns',
      { projectId: server.projectId },
      { serverId: server.id, readinessKind: kind, limit: 10 },
    ),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => UNDER_WAY.includes(status)) ? AGAIN_MS : false,
  });
  const newest = runs.data?.items[0];
  const graded = runs.data?.items.find(({ hasReport }) => hasReport);
  const isRunning = newest !== undefined && UNDER_WAY.includes(newest.status);
  const report = useQuery({
    ...operationQuery('getReadinessReport', { projectId: server.projectId, runId: graded?.id ?? '' }),
    enabled: graded !== undefined,
    staleTime: Infinity,
  });
  useEffect(() => {
    if (!isRunning) void cache.invalidateQueries({ queryKey: ['listServerSurfaces'] });
  }, [isRunning]);
  const start = useAction(
    () =>
      kind === 'claude'
        ? client.startClaudeReadinessRun(address, {})
        : client.startOpenAIReadinessRun(address, { submissionMode: 'mcp-only' }),
    { changes: ['listReadinessRuns'] },
  );
  const cancel = useAction((runId: string) => client.cancelReadinessRun({ projectId: server.projectId, runId }), {
    changes: ['listReadinessRuns'],
  });
  const lanes = report.data ? lanesOf(report.data, wanted) : [];
  const rows = lanes.flatMap((lane) => lane.rows);
  const first = rows.find(({ requirement }) => requirement?.result === 'fail' && requirement.items) ?? rows[0];
  const sel = useSelection(selected, first?.id);
  const row = rows.find(({ id }) => id === sel);
  const rewrite = row?.requirement?.items?.flatMap((item) => item.rewrite?.patch ?? []) ?? [];
  const isCommand = server.transportType === 'stdio';
  const grade = (): void => {
    if (!isRunning && !isCommand) start.run(undefined);
  };
  return (
    <ServerFrame
      server={server}
      tab="readiness"
      request={graded && { operation: 'getReadinessReport', params: { projectId: server.projectId, runId: graded.id } }}
      keys={[
        { keys: ['R'], label: 'grade again', run: grade },
        {
          keys: ['y'],
          label: 'copy the rewrite',
          run: () => rewrite.length > 0 && copyText(JSON.stringify(rewrite, null, 2), 'The JSON Patch'),
        },
      ]}
      head={
        <Verdict
          {...readinessVerdict({ kind, report: report.data, newest, isCommand, isLoading: runs.isPending })}
          why={<ReadinessWhy report={report.data} newest={newest} isCommand={isCommand} />}
          actions={
            <>
              {isRunning ? (
                <Button disabled={cancel.isRunning} onClick={() => cancel.run(newest.id)}>
                  Cancel
                </Button>
              ) : (
                <Button
                  look="primary"
                  icon="again"
                  keyHint="R"
                  disabled={start.isRunning || isCommand}
                  title={isCommand ? 'Directories list servers at an address.' : undefined}
                  onClick={grade}
                >
                  {start.isRunning ? 'Starting…' : graded ? 'Grade again' : 'Grade'}
                </Button>
              )}
              <Button
                icon="download"
                disabled={!report.data}
                onClick={() =>
                  saveFile(
                    `${server.name}-${kind}-readiness.json`,
                    JSON.stringify(report.data, null, 2),
                    'application/json',
                  )
                }
              >
                Export
              </Button>
            </>
          }
        >
          <ActionError error={start.error ?? cancel.error} />
        </Verdict>
      }
    >
      <FilterBar
        about={
          graded && (
            <>
              graded <Time time={graded.updatedAt} />, no tool was called
            </>
          )
        }
      >
        <Segments
          label="Directory"
          options={[
            ['claude', 'Claude connectors'],
            ['openai', 'OpenAI plugins'],
          ]}
          value={kind}
          onChange={(next) => change({ kind: next === 'claude' ? undefined : next, sel: undefined, result: undefined })}
        />
        {report.data && <FilterGap />}
        {report.data &&
          RESULTS.filter((result) => result !== 'warn' || countOf(report.data, 'warn') > 0).map((result) => (
            <Chip
              key={result}
              isOn={wanted.includes(result)}
              count={countOf(report.data, result)}
              onToggle={() => {
                const next = wanted.includes(result) ? wanted.filter((one) => one !== result) : [...wanted, result];
                change({ result: next.length > 0 ? next : undefined });
              }}
            >
              {result !== 'notApplicable' && <Mark kind={resultMarks[result]} word="" />}
              {resultWords[result]}
            </Chip>
          ))}
      </FilterBar>
      {graded === undefined && runs.data ? (
        <Empty
          title="Not graded yet"
          command={`assay readiness check ${server.id} --for ${kind}`}
          actions={
            !isCommand && (
              <Button look="primary" icon="again" disabled={isRunning || start.isRunning} onClick={grade}>
                Grade
              </Button>
            )
          }
        >
          A runner gathers the evidence without calling a tool, and each requirement of the directory is graded by it.
        </Empty>
      ) : (
        <Part of={report} what="requirements" rows={8}>
          {(data) => (
            <div className={`readiness-columns${row ? ' open' : ''}`}>
              <RequirementList lanes={lanes} selected={row?.id} onSelect={({ id }) => change({ sel: id })} />
              <div>
                {row && <RequirementInspector row={row} server={server} onClose={() => change({ sel: NOTHING })} />}
                <FactsForm
                  key={kind}
                  kind={kind}
                  report={data}
                  server={server}
                  onKept={grade}
                  isRunning={isRunning || start.isRunning}
                />
              </div>
            </div>
          )}
        </Part>
      )}
    </ServerFrame>
  );
}
