import type { ReactNode } from 'react';
import { Section } from '../../components/section/section.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { TrialDots } from '../../components/trial-dots/trial-dots.tsx';
import { useOperation } from '../../data/operations.ts';
import { writeCount } from '../../lib/format/numbers.ts';
import { kindOfTick } from '../suites/project-schedules.tsx';
import { gateWords } from './gate-words.ts';
import type { SuiteRead } from './suite-tab.ts';

/** How a suite is set up beside its cases: schedule with its last ticks, gate, checks and judge. */
export function SetupFacts({ suite }: { suite: SuiteRead }) {
  const { projectId, id: suiteId, schedule, settings } = suite;
  const schedules = useOperation('listProjectSchedules', { projectId }, { suiteId });
  const ticks = schedules.data?.items[0]?.ticks ?? [];
  const { gate, checks, judge } = settings;
  const [check] = checks;
  const rows: (readonly [string, ReactNode] | undefined)[] = [
    [
      'Schedule',
      schedule.enabled ? schedule.words : <span className="faint">{schedule.words ? 'switched off' : 'none'}</span>,
    ],
    ticks.length > 0
      ? [`Last ${Math.min(ticks.length, 14)}`, <TrialDots outcomes={ticks.slice(-14).map(kindOfTick)} noun="ticks" />]
      : undefined,
    ['Gate', gate ? gateWords(gate) : <span className="faint">none</span>],
    [
      'Checks',
      check ? (
        <>
          {writeCount(checks.length)} for every case: <code>{check.type}</code>{' '}
          {check.role === 'advisory' && <Tag>advisory</Tag>}
        </>
      ) : (
        <span className="faint">none for every case</span>
      ),
    ],
    ['Judge', judge.model !== null && judge.enabled ? <code>{judge.model}</code> : <span className="faint">off</span>],
  ];
  return (
    <Section title="Schedule and gate">
      <div className="frame">
        <table className="dense">
          <tbody>
            {rows.map(
              (row) =>
                row && (
                  <tr key={row[0]}>
                    <td className="fit-cell muted">{row[0]}</td>
                    <td>{row[1]}</td>
                  </tr>
                ),
            )}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
