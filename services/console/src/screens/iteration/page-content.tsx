import { useState } from 'react';
import type { EvalIterationTrace } from '@assay/sdk';
import { Code } from '../../components/code/code.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { visibleText } from '../../lib/visible-text.ts';

type Step = EvalIterationTrace['steps'][number];
type Rendering = NonNullable<EvalIterationTrace['renderings']>[number];
type View = 'changes' | 'tree' | 'console';

/** The content of a page: what a step changed on it, its accessibility tree, and what it logged. */
export function PageContent({ step, rendering }: { step: Step | undefined; rendering: Rendering | undefined }) {
  const [chosen, setChosen] = useState<View>();
  const view = chosen ?? (step?.changes ? 'changes' : 'tree');
  return (
    <>
      <header>
        <h2>What the page had</h2>
        <span className="push">
          <Segments<View>
            label="What the page had"
            value={view}
            onChange={setChosen}
            options={[
              ['changes', 'Changes'],
              ['tree', 'Tree'],
              ['console', 'Console'],
            ]}
          />
        </span>
      </header>
      <div className="pad">
        {view === 'changes' && <Changes step={step} />}
        {view !== 'console' && <Tree rendering={rendering} hasHead={view === 'changes'} />}
        {view === 'console' && <ConsoleOutput rendering={rendering} />}
      </div>
    </>
  );
}

function Changes({ step }: { step: Step | undefined }) {
  if (!step?.changes) return <p className="muted">This step changed nothing on a page.</p>;
  const { removed, added, truncated } = step.changes;
  return (
    <>
      <pre className="code" dir="auto" tabIndex={0} aria-label="Changes of the page">
        {removed.map((line, index) => (
          <span key={`r${index}`} className="del page-line">
            − {visibleText(line).replace(/^- /, '')}
          </span>
        ))}
        {added.map((line, index) => (
          <span key={`a${index}`} className="add page-line">
            + {visibleText(line).replace(/^- /, '')}
          </span>
        ))}
      </pre>
      {truncated === true && <p className="small faint">There are more changes, which were not kept.</p>}
    </>
  );
}

function Tree({ rendering, hasHead }: { rendering: Rendering | undefined; hasHead: boolean }) {
  const tree = (rendering?.snapshot as { tree?: unknown } | undefined)?.tree;
  return (
    <>
      {hasHead && <h3 className="h2 page-head">Accessibility tree</h3>}
      {typeof tree === 'string' ? (
        <div className="page-tree">
          <Code text={tree} label="The accessibility tree" isNumbered />
        </div>
      ) : (
        <p className="muted">No accessibility tree was kept.</p>
      )}
    </>
  );
}

function ConsoleOutput({ rendering }: { rendering: Rendering | undefined }) {
  const { consoleErrors = [], blockedRequests = [] } = rendering ?? {};
  if (consoleErrors.length === 0 && blockedRequests.length === 0)
    return <p className="muted">The page logged no error, and made no request that is not allowed.</p>;
  return (
    <>
      {consoleErrors.length > 0 && <Code text={consoleErrors.join('\n')} label="Errors of the page" isNumbered />}
      {blockedRequests.length > 0 && (
        <>
          <h3 className="h2 page-head">Requests that were not allowed</h3>
          <Code text={blockedRequests.map(({ url, reason }) => `${url}: ${reason}`).join('\n')} label="Requests" />
        </>
      )}
    </>
  );
}
