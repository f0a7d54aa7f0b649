import { Link, getRouteApi } from '@tanstack/react-router';
import type { ActionableFinding, EvalRun } from '@assay/sdk';
import { ButtonLink } from '../../../components/button/button.tsx';
import { Code } from '../../../components/code/code.tsx';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Inspector } from '../../../components/inspector/inspector.tsx';
import { Mark } from '../../../components/mark/mark.tsx';
import { Outcome } from '../../../components/outcome/outcome.tsx';
import { KeyValues } from '../../../components/section/key-values.tsx';
import { useOperation } from '../../../data/operations.ts';
import { writeCountOf } from '../../../lib/format/numbers.ts';
import { FIX_IN, knownText } from './finding-words.ts';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

/** One finding: the trials, the evidence, what to try, and what it goes back to. */
export function FindingInspector({
  run,
  finding,
  onClose,
}: {
  run: EvalRun;
  finding: ActionableFinding;
  onClose: () => void;
}) {
  const { projectId, runId } = route.useParams();
  const { affected, caseIds, observed, rootCause, recommendation, acceptanceCriteria, evidence, target } = finding;
  const [first] = evidence;
  const [caseId] = caseIds;
  return (
    <div className="frame own-inspector">
      <Inspector title={<Foreign text={finding.title} />} label="Finding" onClose={onClose}>
        <p className="row wrap case-block">
          <Outcome kind="failed" word={`${affected.count} of ${writeCountOf(affected.total, 'trial')}`} />
          <span className="faint">
            in {writeCountOf(caseIds.length, 'case')}, {knownText(finding)}
          </span>
        </p>
        <p className="case-block">
          <Foreign text={rootCause ?? observed} />
        </p>
        {first && (
          <div className="case-block">
            <h3 className="h2">
              Evidence{' '}
              <span className="muted">{first.toolName !== undefined && <Foreign text={first.toolName} />}</span>
            </h3>
            <Code text={first.excerpt} />
            {first.iterationId !== undefined && (
              <Link
                to="/p/$projectId/runs/$runId/i/$iterationId"
                params={{ projectId, runId, iterationId: first.iterationId }}
                search={{}}
              >
                the trace
              </Link>
            )}
          </div>
        )}
        <div className="case-block">
          <h3 className="h2">Try next</h3>
          <p>
            <Foreign text={recommendation} />
          </p>
        </div>
        {acceptanceCriteria.length > 0 && (
          <div className="case-block">
            <h3 className="h2">Done when</h3>
            {acceptanceCriteria.map((criterion) => (
              <p className="row" key={criterion}>
                <Mark kind="pending" word="" />
                <Foreign text={criterion} />
              </p>
            ))}
          </div>
        )}
        <div className="case-block">
          <h3 className="h2">How it was found</h3>
          <KeyValues
            rows={[
              finding.patternSlug === undefined ? undefined : ['Rule', <code>{finding.patternSlug}</code>],
              ['Fix in', FIX_IN[finding.actionTarget]],
              [
                'Confidence',
                `${finding.confidence}: ${affected.count} of ${writeCountOf(affected.total, 'trial')}, ${writeCountOf(caseIds.length, 'case')}`,
              ],
              target?.toolName === undefined
                ? undefined
                : ['Change', <SurfaceChange serverId={target.serverId} toolName={target.toolName} />],
              target?.toolName === undefined
                ? undefined
                : [
                    'Also',
                    <Link
                      to="/p/$projectId/servers/$serverId"
                      params={{ projectId, serverId: target.serverId }}
                      search={{ tab: 'lint', q: target.toolName }}
                    >
                      its lint findings
                    </Link>,
                  ],
            ]}
          />
        </div>
        <div className="row wrap">
          {caseId !== undefined && (
            <ButtonLink
              look="primary"
              keyHint="Enter"
              to="/p/$projectId/runs/$runId"
              params={{ projectId, runId }}
              search={{ sel: caseId }}
            >
              Show the {writeCountOf(affected.count, 'trial')}
            </ButtonLink>
          )}
          {caseId !== undefined && (
            <ButtonLink
              keyHint="o"
              to="/p/$projectId/suites/$suiteId/cases/$caseId"
              params={{ projectId, suiteId: run.suiteId, caseId }}
            >
              Open the case
            </ButtonLink>
          )}
        </div>
      </Inspector>
    </div>
  );
}

/** The change of the tool between the run and the one before, if there is one. */
function SurfaceChange({ serverId, toolName }: { serverId: string; toolName: string }) {
  const { projectId, runId } = route.useParams();
  const compared = useOperation('compareEvalRun', { projectId, runId }, { limit: 1 });
  const changes = compared.data?.configuration?.surfaces
    ?.find((surface) => surface.serverId === serverId)
    ?.changes?.filter(({ kind, name }) => kind === 'tool' && name === toolName);
  if (!compared.data) return <span className="faint">–</span>;
  if (!changes || changes.length === 0)
    return <span className="muted">none since run {compared.data.baseRun.runNumber}</span>;
  const breaking = changes.filter(({ grade }) => grade === 'breaking').length;
  return (
    <Link to="/p/$projectId/servers/$serverId" params={{ projectId, serverId }} search={{ tab: 'drift' }}>
      <Foreign text={toolName} />, {breaking > 0 ? `${breaking} breaking` : writeCountOf(changes.length, 'change')}
    </Link>
  );
}
