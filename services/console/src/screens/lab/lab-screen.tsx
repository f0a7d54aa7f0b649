import './lab.css';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { Duration, Money } from '../../components/figures/figures.tsx';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { Page } from '../../components/page/page.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { KeyValues } from '../../components/section/key-values.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { client } from '../../data/client.ts';
import { operationQuery, useOperation } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { shortId } from '../../lib/format/ids.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { matrixOf, pairIn, pairText, worstPair, type Lab } from './confusion.ts';
import { ConfusionMatrix } from './confusion-matrix.tsx';
import { LabAside } from './lab-aside.tsx';
import { labVerdict, LabWhy } from './lab-verdict.tsx';
import { RepeatLab } from './repeat-lab.tsx';
import { SizesTable } from './sizes-table.tsx';

const route = getRouteApi('/shell/p/$projectId/servers/$serverId/lab/$labId');
const UNDER_WAY = ['drafting', 'running'];
const AGAIN_MS = 1_000;

/**
 * A lab: which tools of a server are confused. Operations: getCatalogueLab, getProjectServer, cancelCatalogueLab,
 * startCatalogueLab, listModels, listServerSurfaces, getServerSurface.
 */
export function LabScreen() {
  const { projectId, labId } = route.useParams();
  const lab = useQuery({
    ...operationQuery('getCatalogueLab', { projectId, labId }),
    refetchInterval: ({ state }) => (state.data && UNDER_WAY.includes(state.data.status) ? AGAIN_MS : false),
  });
  return (
    <ObjectPage of={lab} what="lab">
      {(data) => <LabPage lab={data} />}
    </ObjectPage>
  );
}

function LabPage({ lab }: { lab: Lab }) {
  const { projectId, serverId, labId } = route.useParams();
  const { pair: wished } = route.useSearch();
  const navigate = route.useNavigate();
  const server = useOperation('getProjectServer', { projectId, serverId });
  const [isRepeating, setRepeating] = useState(false);
  const cancel = useAction(() => client.cancelCatalogueLab({ projectId, labId }), { changes: ['getCatalogueLab'] });
  const { report } = lab;
  const pair = report ? (pairIn(report, wished) ?? worstPair(report)) : undefined;
  const select = (next: { expected: string; called: string }): void =>
    void navigate({ search: (before) => ({ ...before, pair: pairText(next) }), replace: true });
  const title = visibleText(lab.name ?? shortId(lab.id));
  const isRunning = UNDER_WAY.includes(lab.status);
  const move = (key: string): void => {
    if (report) moveIn(matrixOf(report), pair, key, select);
  };
  return (
    <Page
      title={`Lab ${title}`}
      crumbs={[
        { text: 'Servers', to: { to: '/p/$projectId/servers', params: { projectId } } },
        {
          text: visibleText(server.data?.name ?? shortId(serverId)),
          to: { to: '/p/$projectId/servers/$serverId', params: { projectId, serverId } },
        },
        { text: 'Catalogue lab' },
        { text: title },
      ]}
      request={{ operation: 'getCatalogueLab', params: { projectId, labId } }}
      keys={[
        { keys: ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight'], label: 'pair', run: move },
        { keys: ['n'], label: 'new lab', run: () => setRepeating(true) },
      ]}
    >
      <Verdict
        {...labVerdict(lab)}
        why={<LabWhy lab={lab} />}
        actions={
          isRunning ? (
            <Button disabled={cancel.isRunning} onClick={() => cancel.run(undefined)}>
              Cancel
            </Button>
          ) : (
            <Button look="primary" icon="run" keyHint="n" onClick={() => setRepeating(true)}>
              Repeat with a model
            </Button>
          )
        }
      >
        <ActionError error={cancel.error} />
      </Verdict>
      <KeyValues facts rows={factsOf(lab)} />
      {report && (
        <div className="lab-columns">
          <div>
            <SizesTable report={report} />
            <ConfusionMatrix report={report} overrides={lab.overrides} pair={pair} onSelect={select} />
          </div>
          <LabAside lab={lab} report={report} pair={pair} address={{ projectId, serverId }} />
        </div>
      )}
      {isRepeating && <RepeatLab lab={lab} address={{ projectId, serverId }} onClose={() => setRepeating(false)} />}
    </Page>
  );
}

/** Moves the pair by one cell of the table. */
function moveIn(
  { columns, lines }: ReturnType<typeof matrixOf>,
  pair: { expected: string; called: string } | undefined,
  key: string,
  select: (next: { expected: string; called: string }) => void,
): void {
  const names = [...columns, 'none'];
  const row = Math.max(
    0,
    lines.findIndex(({ expected }) => expected === pair?.expected),
  );
  const column = Math.max(0, names.indexOf(pair?.called ?? ''));
  const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key] ?? [0, 0];
  const line = lines[Math.min(lines.length - 1, Math.max(0, row + down!))];
  const called = names[Math.min(names.length - 1, Math.max(0, column + right!))];
  if (line && called !== undefined) select({ expected: line.expected, called });
}

function factsOf({ progress, catalogue, seed, startedAt, endedAt, usage }: Lab) {
  const { ownTools, projectDistractors, builtInDistractors } = catalogue;
  const tokens = usage.inputTokens + usage.outputTokens;
  return [
    ['Trials', `${writeCount(progress.done)} of ${writeCount(progress.trials)}, ${writeCount(progress.failed)} failed`],
    ['Offer', `${writeCount(ownTools)} own, ${writeCountOf(projectDistractors + builtInDistractors, 'distractor')}`],
    ['Seed', <code key="seed">{seed}</code>],
    startedAt === undefined || endedAt === undefined
      ? undefined
      : ['Took', <Duration key="took" ms={endedAt - startedAt} />],
    [
      'Cost',
      <span key="cost">
        {usage.unpricedTrials > 0 && usage.costUsd === 0 ? 'no price' : <Money dollars={usage.costUsd} />},{' '}
        {tokens === 0 ? 'no tokens' : writeCountOf(tokens, 'token')}
      </span>,
    ],
  ] as const satisfies Parameters<typeof KeyValues>[0]['rows'];
}
