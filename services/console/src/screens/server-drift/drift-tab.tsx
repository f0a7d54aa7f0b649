import './drift-tab.css';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { RawDialog } from '../../components/code/raw-dialog.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { client } from '../../data/client.ts';
import { operationQuery, useOperation, type ReplyOf } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { ServerFrame } from '../server/server-frame.tsx';
import type { ServerTabProps } from '../server/server-tab.ts';
import { useKeptAnew } from '../server/use-kept-anew.ts';
import { AffectedCases } from './affected-cases.tsx';
import { ChangeTable } from './change-table.tsx';
import { brokenTools, driftVerdict, DriftWhy } from './drift-verdict.tsx';
import { shortHash, SurfaceList, type SurfaceSeen } from './surface-list.tsx';

const route = getRouteApi('/shell/p/$projectId/servers/$serverId');
/** The reads that tell of a reading. */
const KEPT = ['listServerSurfaces'] as const;

/**
 * Two surfaces of a server compared: the newest and the one before, unless the address names others. Operations:
 * listServerSurfaces, diffServer, getServerSurface, listCasesByTool, exportServer.
 */
export function DriftTab({ server }: ServerTabProps) {
  const address = { projectId: server.projectId, serverId: server.id };
  const { from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const [isChoosing, setChoosing] = useState(false);
  const [isRaw, setRaw] = useState(false);
  const surfaces = useOperation('listServerSurfaces', address, { limit: 50 });
  const items = surfaces.data?.items ?? [];
  const after = items.find(({ surfaceId }) => surfaceId === to) ?? items[0];
  const before =
    items.find(({ surfaceId }) => surfaceId === from) ?? (after && items[items.indexOf(after) + 1]) ?? undefined;
  const diff = useQuery({
    ...operationQuery('diffServer', address, {
      base: { surfaceId: before?.surfaceId ?? '' },
      head: { surfaceId: after?.surfaceId ?? '' },
    }),
    enabled: before !== undefined && after !== undefined,
    staleTime: Infinity,
  });
  const changes = diff.data?.changes;
  const tools = changes ? brokenTools(changes) : [];
  const cases = useQuery({ ...operationQuery('listCasesByTool', address, { limit: 500 }), enabled: tools.length > 0 });
  const uses = cases.data?.items.filter(({ toolName }) => tools.includes(toolName));
  const read = useAction(() => client.exportServer(address), { changes: KEPT });
  useKeptAnew(read.reply?.exportedAt, KEPT);
  const compare = (pair: { from?: string; to?: string }): void => {
    setChoosing(false);
    void navigate({ search: ({ from: _from, to: _to, ...others }) => ({ ...others, ...pair }), replace: true });
  };
  const move = (by: number): void => {
    const next = after && items[items.indexOf(after) + by];
    if (next) compare({ to: next.surfaceId });
  };
  const showCases = (): void => document.querySelector('#cases')?.scrollIntoView({ block: 'center' });
  const names = useSideNames(address, before, after);
  return (
    <ServerFrame
      server={server}
      tab="drift"
      request={{
        operation: 'diffServer',
        params: address,
        body: { base: { surfaceId: before?.surfaceId }, head: { surfaceId: after?.surfaceId } },
      }}
      keys={[
        { keys: ['[', ']'], label: 'previous, next surface', run: (key) => move(key === '[' ? 1 : -1) },
        { keys: ['s'], label: 'choose the earlier surface', run: () => setChoosing(true) },
        { keys: ['d'], label: 'read again', run: () => read.run(undefined) },
        ...(diff.data ? [{ keys: ['r'], label: 'raw', run: () => setRaw(true) }] : []),
      ]}
      head={
        <Verdict
          {...(changes
            ? driftVerdict(changes, server.name, names)
            : before
              ? { kind: 'running', word: 'Comparing', rest: 'two surfaces.' }
              : { kind: 'pending', word: 'Nothing to compare yet.', rest: 'One surface was seen, or none.' })}
          why={changes && <DriftWhy projectId={server.projectId} changes={changes} uses={uses} />}
          actions={
            <>
              <Button keyHint="d" disabled={read.isRunning} onClick={() => read.run(undefined)}>
                {read.isRunning ? 'Reading…' : 'Read again'}
              </Button>
              {uses && uses.length > 0 && <Button onClick={showCases}>Cases that call it</Button>}
            </>
          }
        />
      }
    >
      <Part of={surfaces} what="surfaces" rows={6}>
        {() =>
          after === undefined ? (
            <Empty title="No surface was recorded" command={`npx assay server export "${visibleText(server.name)}"`}>
              Each reading of the whole server records what it offers. Later readings are compared with it.
            </Empty>
          ) : (
            <div className="drift">
              <div>
                {before && (
                  <Part of={diff} what="changes" rows={9}>
                    {(data: ReplyOf<'diffServer'>) => <ChangeTable changes={data.changes} />}
                  </Part>
                )}
                {uses && uses.length > 0 && <AffectedCases projectId={server.projectId} uses={uses} />}
                <ActionError error={read.error} />
                {isRaw && <RawDialog title="The difference" value={diff.data} onClose={() => setRaw(false)} />}
              </div>
              <aside aria-label="Surfaces in time">
                <SurfaceList
                  surfaces={items}
                  after={after.surfaceId}
                  before={before?.surfaceId}
                  onAfter={(surfaceId) =>
                    compare(
                      isChoosing
                        ? { from: surfaceId, to: after.surfaceId }
                        : surfaceId === items[0]?.surfaceId
                          ? {}
                          : { to: surfaceId },
                    )
                  }
                  onBefore={(surfaceId) => compare({ from: surfaceId, to: after.surfaceId })}
                />
                {isChoosing && (
                  <p className="small muted" role="status">
                    Choose the surface to compare with.
                  </p>
                )}
              </aside>
            </div>
          )
        }
      </Part>
    </ServerFrame>
  );
}

/** The two sides in words: their versions where they differ, else the beginnings of their hashes. */
function useSideNames(
  address: { projectId: string; serverId: string },
  before: SurfaceSeen | undefined,
  after: SurfaceSeen | undefined,
): string {
  const sides = [before, after].map((side) => ({
    ...operationQuery('getServerSurface', { ...address, surfaceId: side?.surfaceId ?? '' }),
    enabled: side !== undefined,
    staleTime: Infinity,
  }));
  const [old, now] = [useQuery(sides[0]!), useQuery(sides[1]!)].map(
    ({ data }) => data?.surface.serverInfo?.['version'],
  );
  if (!before || !after) return '';
  if (typeof old === 'string' && typeof now === 'string' && old !== now)
    return `, ${visibleText(now)} against ${visibleText(old)}`;
  return `, ${shortHash(after.hash)} against ${shortHash(before.hash)}`;
}
