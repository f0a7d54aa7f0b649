import { Duration } from '../../../components/figures/figures.tsx';
import { Part } from '../../../components/part/part.tsx';
import { Section } from '../../../components/section/section.tsx';
import { visibleText } from '../../../lib/visible-text.ts';
import { writeCount, writeCountOf } from '../../../lib/format/numbers.ts';
import type { AskedStages } from './stage-table.tsx';

/** How the tools answered. */
export const ToolTable = ({ stages }: { stages: AskedStages }) => (
  <Section title="Tools" about={stages.data && `calls of ${writeCountOf(stages.data.iterations, 'trial')}`}>
    <Part of={stages} what="tools" rows={6}>
      {({ tools }) => (
        <div className="frame">
          <table className="tight">
            <thead>
              <tr>
                <th>Tool</th>
                <th className="num">Calls</th>
                <th className="num">Errors</th>
                <th className="num wide-only">p50</th>
                <th className="num wide-only">p95</th>
              </tr>
            </thead>
            <tbody>
              {tools.length === 0 && (
                <tr>
                  <td className="muted" colSpan={5}>
                    No tool was called.
                  </td>
                </tr>
              )}
              {tools.map(({ serverName, toolName, calls, errors, p50LatencyMs, p95LatencyMs }) => (
                <tr key={`${serverName} ${toolName}`}>
                  <td className="fill-cell cut" title={serverName}>
                    <code dir="auto">{visibleText(toolName)}</code>
                  </td>
                  <td className="num fit-cell">{writeCount(calls)}</td>
                  <td className={`num fit-cell ${errors > 0 ? 'error-count' : 'muted'}`}>{writeCount(errors)}</td>
                  <td className="num fit-cell muted wide-only">
                    <Duration ms={p50LatencyMs ?? undefined} />
                  </td>
                  <td className="num fit-cell muted wide-only">
                    <Duration ms={p95LatencyMs ?? undefined} />
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
