import { Link } from '@tanstack/react-router';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Section } from '../../components/section/section.tsx';
import type { ItemOf } from '../../data/operations.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';

export type CaseToolUse = ItemOf<'listCasesByTool'>;

/** The cases that call a tool with a breaking change, or expect something of its calls. */
export function AffectedCases({ projectId, uses }: { projectId: string; uses: readonly CaseToolUse[] }) {
  return (
    <Section
      id="cases"
      title="Cases that call a changed tool"
      about={writeCountOf(new Set(uses.map(({ caseId }) => caseId)).size, 'case')}
    >
      <div className="frame">
        <table className="dense wrapping">
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Mark</th>
              <th scope="col">Case</th>
              <th scope="col">Suite</th>
              <th scope="col">Tool</th>
              <th scope="col">Arguments</th>
            </tr>
          </thead>
          <tbody>
            {uses.map(({ suiteId, suiteName, caseId, title, toolName, isCalled, arguments: names }) => (
              <tr key={`${caseId} ${toolName}`}>
                <td className="mark-cell">
                  <Mark kind={isCalled ? 'warning' : 'note'} word={isCalled ? 'calls it' : 'expects it'} />
                </td>
                <td className="medium">
                  <Link
                    className="plain"
                    to="/p/$projectId/suites/$suiteId/cases/$caseId"
                    params={{ projectId, suiteId, caseId }}
                  >
                    <Foreign text={title} />
                  </Link>
                </td>
                <td className="muted">
                  <Link className="plain" to="/p/$projectId/suites/$suiteId" params={{ projectId, suiteId }}>
                    <Foreign text={suiteName} />
                  </Link>
                </td>
                <td>
                  <code>
                    <Foreign text={toolName} />
                  </code>
                </td>
                <td className="num faint">
                  {isCalled ? (
                    <code>
                      <Foreign text={names.join(', ')} />
                    </code>
                  ) : (
                    'an assertion names it'
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
