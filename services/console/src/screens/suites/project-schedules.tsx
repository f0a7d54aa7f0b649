import { Link } from '@tanstack/react-router';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Section } from '../../components/section/section.tsx';
import { TrialDots } from '../../components/trial-dots/trial-dots.tsx';
import { useOperation, type ItemOf } from '../../data/operations.ts';
import { writeTime } from '../../lib/format/times.ts';
import type { MarkKind } from '../../components/mark/mark.tsx';
import { kindOfVerdict } from '../../lib/run-verdict.ts';

type Tick = ItemOf<'listProjectSchedules'>['ticks'][number];
const SHOWN = 14;

/** The mark of a tick: of its run, or the lozenge where it started none. */
export function kindOfTick({ verdict, reason, runId }: Tick): MarkKind {
  if (verdict !== undefined) return kindOfVerdict(verdict);
  if (reason !== undefined) return 'open';
  return runId === undefined ? 'pending' : 'running';
}

/** The schedules of a project with the marks of their last ticks. */
export function ProjectSchedules({ projectId }: { projectId: string }) {
  const found = useOperation('listProjectSchedules', { projectId }, {});
  const schedules = found.data?.items ?? [];
  if (schedules.length === 0) return null;
  return (
    <Section title="Schedules" about="the last 14 ticks, a mark per run">
      <div className="frame suites-list">
        <table className="dense">
          <tbody>
            {schedules.map(({ suiteId, suiteName, schedule, ticks }) => (
              <tr key={suiteId}>
                <td className="fit-cell medium">
                  <Link
                    className="plain"
                    to="/p/$projectId/suites/$suiteId"
                    params={{ projectId, suiteId }}
                    search={{ tab: 'schedule' }}
                  >
                    <Foreign text={suiteName} />
                  </Link>
                </td>
                <td className="fit-cell muted wide-only">{schedule.words}</td>
                <td>{ticks.length > 0 && <TrialDots outcomes={ticks.slice(-SHOWN).map(kindOfTick)} noun="ticks" />}</td>
                <td className="num faint">
                  {schedule.nextDueAt === undefined ? 'off' : `next ${writeTime(schedule.nextDueAt)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
