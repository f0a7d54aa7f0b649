import './decision-tab.css';
import { getRouteApi } from '@tanstack/react-router';
import type { EvalRun } from '@assay/sdk';
import { Part } from '../../../components/part/part.tsx';
import { useOperation } from '../../../data/operations.ts';
import { HeadActions } from '../dialogs/run-actions.tsx';
import { RunFacts, RunTabs, RunVerdict } from '../run-head.tsx';
import { isUnderWay } from '../run-words.tsx';
import { Changes } from './changes.tsx';
import { DecisionAside } from './decision-aside.tsx';
import { Funnel } from './funnel.tsx';
import { GateRules } from './gate-rules.tsx';
import { LeftOut } from './left-out.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

/**
 * Why a run has its verdict, and what would change it. Operations: getEvalRunDecisionSummary, getEvalRunGate,
 * compareEvalRun, getEvalGateWaiver.
 */
export function DecisionTab({ run }: { run: EvalRun }) {
  const { projectId, runId } = route.useParams();
  const summary = useOperation('getEvalRunDecisionSummary', { projectId, runId }, { limit: 1 });
  const gate = useOperation('getEvalRunGate', { projectId, runId });
  const failed = gate.data?.verdicts.filter(({ status }) => status === 'failed').length ?? 0;
  return (
    <>
      <RunVerdict
        run={run}
        more={
          gate.data &&
          failed > 0 && (
            <>
              <b>
                {failed} of the {gate.data.verdicts.length}
              </b>{' '}
              rules of the gate {failed === 1 ? 'fails' : 'fail'} too.
            </>
          )
        }
        actions={<HeadActions run={run} of="decision" />}
      />
      <RunFacts run={run} />
      <RunTabs run={run} cases={summary.data?.steps?.cases.total} />
      <div className="decision-cols">
        <div>
          <Part of={summary} what="counts" rows={8}>
            {(decision) => (
              <>
                <Funnel run={run} decision={decision} />
                {run.verdict === 'notEstablished' && <LeftOut run={run} decision={decision} />}
                <GateRules run={run} gate={gate} />
                {!isUnderWay(run) && (decision.verdictChanges?.length ?? 0) > 0 && <Changes decision={decision} />}
                {run.verdict !== 'notEstablished' && <LeftOut run={run} decision={decision} />}
              </>
            )}
          </Part>
        </div>
        <aside>
          <DecisionAside run={run} decision={summary.data} gate={gate.data} />
        </aside>
      </div>
    </>
  );
}
