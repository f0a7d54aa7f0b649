import './configuration-tab.css';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EvalRun, EvalRunConfiguration } from '@assay/sdk';
import { Button } from '../../../components/button/button.tsx';
import { MoreMenu } from '../../../components/menu/menu.tsx';
import { Part } from '../../../components/part/part.tsx';
import { Segments } from '../../../components/segments/segments.tsx';
import { Verdict } from '../../../components/verdict/verdict.tsx';
import { useOperation } from '../../../data/operations.ts';
import { useKeys } from '../../../lib/keys.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { openDialog } from '../dialogs/open-dialog.ts';
import { RunTabs } from '../run-head.tsx';
import { isUnderWay } from '../run-words.tsx';
import { AgainAside } from './again-aside.tsx';
import { ChooseBase } from './choose-base.tsx';
import { ConfigurationTable } from './configuration-table.tsx';
import { SurfaceAside } from './surface-aside.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

/**
 * With which settings a run was made, beside another one. Operations: getEvalRunConfiguration, previewEvalRerun,
 * listEvalSuiteRuns.
 */
export function ConfigurationTab({ run }: { run: EvalRun }) {
  const { projectId, runId } = route.useParams();
  const { base, only, sel } = route.useSearch();
  const navigate = useNavigate({ from: '/p/$projectId/runs/$runId' });
  const [isChoosing, choose] = useState(false);
  const asked = useOperation(
    'getEvalRunConfiguration',
    { projectId, runId },
    base === undefined ? {} : { baseRunId: base },
  );
  useKeys([
    {
      keys: ['d'],
      label: 'only differences',
      run: () =>
        void navigate({
          search: (old) => ({ ...old, only: only === 'differences' ? undefined : 'differences' }),
          replace: true,
        }),
    },
    { keys: ['B'], label: 'another run', run: () => choose(true) },
  ]);
  const select = (field: string | undefined): void => {
    void navigate({ search: (old) => ({ ...old, sel: field }), replace: true });
  };
  return (
    <>
      <ConfigurationVerdict run={run} configuration={asked.data} onChoose={() => choose(true)} />
      <RunTabs run={run} />
      <Part of={asked} what="settings" rows={12}>
        {(configuration) => {
          const surface =
            configuration.surfaces.find(({ serverId }) => sel === `server/${serverId}`) ?? configuration.surfaces[0];
          return (
            <div className="configuration-cols">
              <div>
                {configuration.base && (
                  <p className="row configuration-only">
                    <Segments
                      label="Rows"
                      options={[
                        ['all', 'All settings'],
                        ['differences', 'Only differences'],
                      ]}
                      value={only ?? 'all'}
                      onChange={(value) => {
                        void navigate({
                          search: (old) => ({ ...old, only: value === 'all' ? undefined : value }),
                          replace: true,
                        });
                      }}
                    />
                  </p>
                )}
                <ConfigurationTable
                  configuration={configuration}
                  onlyDifferences={only === 'differences'}
                  selected={sel ?? (surface && `server/${surface.serverId}`)}
                  onSelect={select}
                />
                <p className="small faint">
                  Kept with the run when it began; what was changed afterwards in the suite is in its revisions, not
                  here.
                </p>
              </div>
              <aside>
                {surface && <SurfaceAside run={run} surface={surface} base={configuration.base} />}
                <AgainAside run={run} />
              </aside>
            </div>
          );
        }}
      </Part>
      {isChoosing && <ChooseBase run={run} onClose={() => choose(false)} />}
    </>
  );
}

function ConfigurationVerdict({
  run,
  configuration,
  onChoose,
}: {
  run: EvalRun;
  configuration: EvalRunConfiguration | undefined;
  onChoose: () => void;
}) {
  const sentence = visibleText(configuration?.sentence ?? 'Settings of the run.');
  const colon = sentence.indexOf(': ');
  const differs = (configuration?.differences ?? 0) > 0;
  return (
    <Verdict
      kind={differs ? 'warning' : 'note'}
      word={colon < 0 ? sentence : sentence.slice(0, colon + 1)}
      rest={colon < 0 ? '' : sentence.slice(colon + 2)}
      why={configuration && <bdi dir="auto">{visibleText(configuration.because)}</bdi>}
      actions={
        <>
          <Button keyHint="B" onClick={onChoose}>
            Against another run
          </Button>
          {!isUnderWay(run) && (
            <Button keyHint="R" onClick={() => openDialog('rerun')}>
              Rerun
            </Button>
          )}
          <MoreMenu
            actions={[
              {
                word: 'Grade again',
                run: () => openDialog('regrade'),
                ...(run.status !== 'completed' && { reason: 'it did not complete' }),
              },
            ]}
          />
        </>
      }
    />
  );
}
