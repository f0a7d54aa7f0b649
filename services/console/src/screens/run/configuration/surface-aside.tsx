import { getRouteApi } from '@tanstack/react-router';
import type { EvalRun, EvalRunConfiguration, EvalRunSurfaceDifference } from '@assay/sdk';
import { ButtonLink } from '../../../components/button/button.tsx';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Mark } from '../../../components/mark/mark.tsx';
import { Outcome } from '../../../components/outcome/outcome.tsx';
import { Section } from '../../../components/section/section.tsx';
import { visibleText } from '../../../lib/visible-text.ts';
import { writeCount } from '../../../lib/format/numbers.ts';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');
const SHOWN = 12;

/** The changes of a server between the two runs. */
export function SurfaceAside({
  run,
  surface,
  base,
}: {
  run: EvalRun;
  surface: EvalRunSurfaceDifference;
  base: EvalRunConfiguration['base'];
}) {
  const { projectId, runId } = route.useParams();
  const name = run.servers.find(({ id }) => id === surface.serverId)?.name ?? surface.serverId;
  const { summary, changes = [] } = surface;
  return (
    <Section title={<Foreign text={`${name}, between the two runs`} />}>
      <div className="frame aside-box">
        <p className="row wrap case-block">
          {summary ? (
            <>
              <Outcome
                kind={summary.breaking > 0 ? 'warning' : 'note'}
                word={`${writeCount(summary.breaking)} ${summary.breaking === 1 ? 'change breaks' : 'changes break'} callers`}
              />
              <span className="faint">
                {summary.affectsModels > 0 && `${summary.affectsModels} for models, `}
                {summary.additive} additive, {summary.cosmetic} cosmetic
              </span>
            </>
          ) : (
            <span className="muted">Its surface is too long to be kept with a run: only its hash differs.</span>
          )}
        </p>
        <table className="dense">
          <tbody>
            {changes.slice(0, SHOWN).map((change, index) => (
              <tr key={index}>
                <td className="mark-cell flush-left">
                  <Mark kind={change.grade === 'breaking' ? 'warning' : 'note'} word={change.grade} />
                </td>
                <td className="fit-cell">
                  <code dir="auto">{visibleText(change.name ?? change.kind)}</code>
                </td>
                <td className="fill-cell cut muted" title={change.message}>
                  <Foreign text={change.message.replace(/^[^:]*: /, '')} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className="row wrap case-actions">
          <ButtonLink
            to="/p/$projectId/servers/$serverId"
            params={{ projectId, serverId: surface.serverId }}
            search={{ tab: 'drift' }}
          >
            Show the diff
          </ButtonLink>
          <ButtonLink
            to="/p/$projectId/runs/$runId/compare"
            params={{ projectId, runId }}
            search={base ? { base: base.id } : {}}
          >
            Compare the results
          </ButtonLink>
        </div>
      </div>
    </Section>
  );
}
