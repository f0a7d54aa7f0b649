import { getRouteApi } from '@tanstack/react-router';
import type { EvalRunRouteFacts } from '@assay/sdk';
import { Part } from '../../../components/part/part.tsx';
import { Section } from '../../../components/section/section.tsx';
import { useOperation } from '../../../data/operations.ts';
import { writeCount } from '../../../lib/format/numbers.ts';
import { visibleText } from '../../../lib/visible-text.ts';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');
const SHOWN = 8;

interface Path {
  tools: string;
  iterations: number;
  passed: number;
}

/** The ways through the tools, over all cases, the most trials first. */
function pathsOf({ routes }: EvalRunRouteFacts): Path[] {
  const byTools = Map.groupBy(routes, ({ tools }) => tools.map(({ toolName }) => toolName).join(' → '));
  return [...byTools]
    .map(([tools, of]) => ({
      tools,
      iterations: of.reduce((sum, { iterations }) => sum + iterations, 0),
      passed: of.reduce((sum, { passed }) => sum + passed, 0),
    }))
    .toSorted((a, b) => b.iterations - a.iterations);
}

/** Which ways the trials took through the tools, and how many passed on each. */
export function PathTable() {
  const { projectId, runId } = route.useParams();
  const asked = useOperation('getEvalRunRouteFacts', { projectId, runId });
  const paths = asked.data && pathsOf(asked.data);
  return (
    <Section
      title="Paths through the tools"
      about={paths && `${Math.min(SHOWN, paths.length)} of ${paths.length}, the most trials first`}
    >
      <Part of={{ ...asked, data: paths }} what="paths" rows={6}>
        {(all) => (
          <div className="frame">
            <table>
              <thead>
                <tr>
                  <th>Path</th>
                  <th className="num">Trials</th>
                  <th className="num">Passed</th>
                </tr>
              </thead>
              <tbody>
                {all.slice(0, SHOWN).map(({ tools, iterations, passed }) => (
                  <tr key={tools}>
                    <td className="fill-cell cut" title={tools}>
                      {tools === '' ? (
                        <span className="muted">no tool</span>
                      ) : (
                        <code dir="auto">{visibleText(tools)}</code>
                      )}
                    </td>
                    <td className="num fit-cell">{writeCount(iterations)}</td>
                    <td className={`num fit-cell ${passed < iterations ? 'error-count' : 'muted'}`}>
                      {writeCount(passed)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Part>
    </Section>
  );
}
