import { useState } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { Part } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { useHeldDelete, useHeldIds } from '../../data/held-delete.ts';
import { useOperation, type ReplyOf } from '../../data/operations.ts';
import { useMayWrite } from '../../data/project-role.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { caseColumns, joinCases, trialsPerRun, type CaseRow } from './case-rows.tsx';
import { CaseFilters, matchesFilters } from './case-filters.tsx';
import { NewCase } from './new-case.tsx';
import { RunTrend } from './run-trend.tsx';
import { SetupFacts } from './setup-facts.tsx';
import { SuiteFrame } from './suite-frame.tsx';
import { useSuiteCases, useSuiteRuns } from './suite-nav.tsx';
import type { SuiteTabProps } from './suite-tab.ts';
import { SuiteVerdict } from './suite-verdict.tsx';

const route = getRouteApi('/shell/p/$projectId/suites/$suiteId');

/**
 * The cases of a suite with their last trials and their outcomes before, below the trend of its runs. Operations:
 * listEvalCases, getEvalSuiteCaseHistory, listEvalSuiteRuns, listProjectSchedules, listEvalCaseDrafts, deleteEvalCase.
 */
export function CasesTab({ suite }: SuiteTabProps) {
  const { projectId, id: suiteId } = suite;
  const address = { projectId, suiteId };
  const search = route.useSearch();
  const navigate = useNavigate();
  const select = route.useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const mayWrite = useMayWrite(projectId);
  const held = useHeldIds();
  const hold = useHeldDelete(['listEvalCases']);
  const cases = useSuiteCases(suite);
  const history = useOperation('getEvalSuiteCaseHistory', address);
  const runs = useSuiteRuns(suite);
  const all = cases.data ? joinCases(suite, cases.data.items, history.data).filter(({ id }) => !held.has(id)) : [];
  const shown = all.filter((row) => matchesFilters(row, search));
  const open = ({ id: caseId }: CaseRow): void =>
    void navigate({ to: '/p/$projectId/suites/$suiteId/cases/$caseId', params: { ...address, caseId } });
  const [isMaking, setMaking] = useState(false);
  const make = (): void => setMaking(true);
  const removeChosen = (): void => {
    for (const { id: caseId, title } of all.filter(({ id }) => chosen.has(id)))
      hold({
        id: caseId,
        title: `${visibleText(title)} is deleted.`,
        send: () => client.deleteEvalCase({ ...address, caseId }, {}),
      });
    setChosen(new Set());
  };
  return (
    <SuiteFrame
      suite={suite}
      tab="cases"
      head={<SuiteVerdict suite={suite} runs={runs.data?.items ?? []} history={history.data} />}
      request={{ operation: 'getEvalSuite', params: address }}
      keys={mayWrite ? [{ keys: ['n'], label: 'new case', run: make }] : []}
    >
      {isMaking && <NewCase suite={suite} onClose={() => setMaking(false)} />}
      <div className="suite-top">
        <Part of={runs} what="runs" rows={4}>
          {(data: ReplyOf<'listEvalSuiteRuns'>) => <RunTrend suite={suite} runs={data.items} />}
        </Part>
        <SetupFacts suite={suite} />
      </div>
      <Part of={cases} what="cases" rows={8}>
        {(data: ReplyOf<'listEvalCases'>) =>
          all.length === 0 ? (
            <Empty
              title="No case yet"
              command={`npx assay suite draft "${visibleText(suite.name)}"`}
              actions={
                mayWrite && (
                  <Button look="primary" onClick={make}>
                    New case
                  </Button>
                )
              }
            >
              A case calls a tool or asks a model, and checks what comes back.
            </Empty>
          ) : (
            <>
              <CaseFilters
                rows={all}
                about={`${data.nextCursor === undefined ? '' : 'The first '}${writeCountOf(all.length, 'case')}, ${writeCountOf(trialsPerRun(all), 'trial')} in a run`}
              />
              {chosen.size > 0 && (
                <div className="frame row bulk" role="status">
                  <span className="medium">{`${writeCountOf(chosen.size, 'case')} chosen`}</span>
                  <span className="push row">
                    <ButtonLink
                      small
                      icon="run"
                      to="/p/$projectId/suites/$suiteId/launch"
                      params={address}
                      search={{ cases: [...chosen].join(',') }}
                    >
                      Launch these
                    </ButtonLink>
                    <Button small look="danger" onClick={removeChosen}>
                      Delete
                    </Button>
                    <Button small look="quiet" onClick={() => setChosen(new Set())}>
                      None
                    </Button>
                  </span>
                </div>
              )}
              {shown.length === 0 ? (
                <p className="frame pad">
                  No case matches. Without filters there would be {writeCount(all.length)}.{' '}
                  <Button
                    small
                    onClick={() =>
                      void select({
                        search: ({ q: _q, outcome: _o, flaky: _f, tool: _t, source: _s, ...rest }) => rest,
                        replace: true,
                      })
                    }
                  >
                    Remove the filters
                  </Button>
                </p>
              ) : (
                <div className="frame case-list">
                  <DataTable
                    label="Cases"
                    noun="case"
                    columns={caseColumns(address)}
                    groups={[{ id: 'all', head: undefined, rows: shown }]}
                    idOf={({ id }) => id}
                    selected={search.sel}
                    onSelect={({ id: sel }) => void select({ search: (old) => ({ ...old, sel }), replace: true })}
                    onOpen={open}
                    {...(mayWrite && { chosen, onChoose: setChosen })}
                  />
                </div>
              )}
            </>
          )
        }
      </Part>
    </SuiteFrame>
  );
}
