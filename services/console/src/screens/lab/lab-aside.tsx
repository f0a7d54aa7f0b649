import '../../components/code/code.css';
import { Fragment } from 'react';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Section } from '../../components/section/section.tsx';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { useLatestSurface } from '../server/use-latest-surface.ts';
import { total, type Lab, type LabReport } from './confusion.ts';

/** The chosen pair with its calls and the words of both tools, and what was changed. */
export function LabAside({
  lab,
  report,
  pair,
  address,
}: {
  lab: Lab;
  report: LabReport;
  pair: { expected: string; called: string } | undefined;
  address: { projectId: string; serverId: string };
}) {
  return (
    <aside>
      {pair && <Pair report={report} pair={pair} address={address} />}
      {lab.overrides.length > 0 && <Changes lab={lab} report={report} address={address} />}
    </aside>
  );
}

function Pair({
  report,
  pair: { expected, called },
  address,
}: {
  report: LabReport;
  pair: { expected: string; called: string };
  address: { projectId: string; serverId: string };
}) {
  const { surface } = useLatestSurface(address);
  const row = report.confusion.find(({ expectedTool }) => expectedTool === expected);
  const told = report.confusedPairs.find((one) => one.expectedTool === expected && one.calledTool === called);
  const isRight = expected === called;
  const count = !row
    ? 0
    : isRight
      ? total(row.right)
      : called === 'none'
        ? total(row.none)
        : total(row.called.find(({ tool }) => tool === called) ?? { old: 0, new: 0 });
  const all = row ? total(row.trials) : 0;
  const descriptions = [expected, called].filter((name, at, names) => names.indexOf(name) === at && name !== 'none');
  return (
    <Section
      title={isRight ? visibleText(expected) : `${visibleText(expected)}, called ${visibleText(called)}`}
      about={`${count} of ${writeCountOf(all, 'trial')}`}
    >
      <div className="frame lab-card">
        {told && (
          <div>
            {[...Map.groupBy(told.calls, ({ prompt }) => prompt)].map(([prompt, calls]) => (
              <div key={prompt} className="lab-call">
                <p>
                  <Foreign text={prompt} />
                </p>
                <p className="small muted">
                  called{' '}
                  <mark>
                    <code>{visibleText(called)}</code>
                  </mark>{' '}
                  among {[...new Set(calls.map(({ size }) => size))].join(', ')} tools
                </p>
              </div>
            ))}
            <p className="small muted">
              {told.old} of them with the old words, {told.new} with the new
            </p>
          </div>
        )}
        <div>
          <p className="small muted">How they describe themselves</p>
          <dl className="key-values">
            {descriptions.map((name) => {
              const tool = surface?.tools.find((one) => one.name === name);
              return (
                <Fragment key={name}>
                  <dt>
                    <code>{visibleText(name)}</code>
                  </dt>
                  <dd>
                    {tool?.description ? (
                      <>
                        “<Foreign text={tool.description} />”
                      </>
                    ) : (
                      <span className="faint">no description is known</span>
                    )}
                  </dd>
                </Fragment>
              );
            })}
          </dl>
        </div>
      </div>
    </Section>
  );
}

function Changes({
  lab,
  report,
  address,
}: {
  lab: Lab;
  report: LabReport;
  address: { projectId: string; serverId: string };
}) {
  const { surface } = useLatestSurface(address);
  return (
    <Section title="What was changed">
      {lab.overrides.map(({ toolName, name, description }) => {
        const row = report.confusion.find(({ expectedTool }) => expectedTool === toolName);
        const before = surface?.tools.find((tool) => tool.name === toolName)?.description;
        return (
          <div className="frame lab-change" key={toolName}>
            <dl className="key-values">
              {name !== undefined && (
                <>
                  <dt>name</dt>
                  <dd>
                    <del>
                      <code>{visibleText(toolName)}</code>
                    </del>
                    <ins>
                      <code>{visibleText(name)}</code>
                    </ins>
                  </dd>
                </>
              )}
              {name === undefined && (
                <>
                  <dt>tool</dt>
                  <dd>
                    <code>{visibleText(toolName)}</code>
                  </dd>
                </>
              )}
              {description !== undefined && (
                <>
                  <dt>description</dt>
                  <dd>
                    {before !== undefined && (
                      <del>
                        <Foreign text={before} />
                      </del>
                    )}
                    <ins>
                      <Foreign text={description} />
                    </ins>
                  </dd>
                </>
              )}
              {row && (
                <>
                  <dt>effect</dt>
                  <dd>
                    {row.right.old} of {row.trials.old} right, then{' '}
                    <b>
                      {row.right.new} of {row.trials.new}
                    </b>
                  </dd>
                </>
              )}
            </dl>
          </div>
        );
      })}
    </Section>
  );
}
