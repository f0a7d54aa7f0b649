import './configuration-tab.css';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EvalRun, EvalRunConfiguration } from '@assay/sdk';
import { Button } from '../../../components/button/button.tsx';
import { MoreMenu, type MenuAction } from '../../../components/menu/menu.tsx';
import { Part } from '../../../components/part/part.tsx';
import { Verdict } from '../../../components/verdict/verdict.tsx';
import { useRoleReason } from '../../../data/project-role.ts';
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
  const toggleSame = (): void => {
    void navigate({
      search: (old) => ({ ...old, only: only === 'differences' ? undefined : 'differences' }),
      replace: true,
    });
  };
  useKeys([
    { keys: ['d'], label: only === 'differences' ? 'all settings' : 'only differences', run: toggleSame },
    { keys: ['B'], label: 'another run', run: () => choose(true) },
  ]);
  const select = (field: string | undefined): void => {
    void navigate({ search: (old) => ({ ...old, sel: field }), replace: true });
  };
  return (
    <>
      <ConfigurationVerdict
        run={run}
        configuration={asked.data}
        onChoose={() => choose(true)}
        only={{ word: only === 'differences' ? 'All settings' : 'Only differences', keyHint: 'd', run: toggleSame }}
      />
      <RunTabs run={run} />
      <Part of={asked} what="settings" rows={12}>
        {(configuration) => {
          const surface =
            configuration.surfaces.find(({ serverId }) => sel === `server/${serverId}`) ?? configuration.surfaces[0];
          return (
            <div className="configuration-cols">
              <div>
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
  only,
}: {
  run: EvalRun;
  configuration: EvalRunConfiguration | undefined;
  onChoose: () => void;
  /** Shows only the settings that differ, or all. */
  only: MenuAction;
}) {
  const { projectId } = route.useParams();
  const reason = useRoleReason(projectId, 'member');
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
            <Button keyHint="R" disabled={reason !== undefined} title={reason} onClick={() => openDialog('rerun')}>
              Rerun
            </Button>
          )}
          <MoreMenu
            actions={[
              ...(configuration?.base ? [only] : []),
              {
                word: 'Grade again',
                run: () => openDialog('regrade'),
                reason: run.status === 'completed' ? reason : 'it did not complete',
              },
            ]}
          />
        </>
      }
    />
  );
}
