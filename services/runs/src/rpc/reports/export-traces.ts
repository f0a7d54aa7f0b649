import { given } from '@assay/contract/given';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageSize } from '@assay/kit/requests/cursor';
import { handle, RawReply } from '@assay/kit/rpc/handle';
import { roleOf } from '@assay/kit/security/role';
import type { Deps } from '../../deps.ts';
import { tracesPage } from '../../flows/reports/traces-page.ts';
import { listRunsWithTraces } from '../../store/eval-runs/runs.ts';

export const exportTraces = ({ pool, cursors, catalog }: Deps) =>
  handle(
    operations.exportTraces,
    async (
      { organizationId, userId, keyId, sessionId },
      _target,
      { projectId: asked, cursor, limit, includeContent = false },
    ) => {
      if (organizationId === undefined || userId === undefined) throw notFound('project');
      // The gateway authorizes projects of the path alone.
      const who = { organizationId, userId, projectId: asked, keyId, sessionId };
      const { role, projectId } = await catalog.call(DirectoryService.authorize, who);
      if (roleOf(role) === undefined) throw notFound('project');

      const scope = `otlp of ${projectId}`;
      const place = cursors.decode(scope, cursor);
      const from = place && { createdAt: Number(place[0]), runId: String(place[1]) };
      const [run, following] = await listRunsWithTraces(pool, projectId, from, 2);
      if (!run) return page('{"resourceSpans":[]}', undefined);
      // A run that was deleted since the page before is passed over.
      const isSame = from !== undefined && run.id === from.runId;
      const [position, told] = isSame ? [Number(place![2]), Number(place![3])] : [0, 0];
      const { body, next } = await tracesPage(
        pool,
        run,
        { position, told },
        includeContent ? 'full' : 'reasons',
        pageSize(operations.exportTraces, limit),
      );
      const on = next
        ? [run.createdAt.getTime(), run.id, next.position, next.told]
        : following && [following.createdAt.getTime(), following.id, 0, 0];
      return page(body, on && cursors.encode(scope, on));
    },
  );

const page = (body: string, next: string | undefined) =>
  new RawReply(body, 'application/json', {
    'x-complete': String(next === undefined),
    ...given({ 'x-next-cursor': next }),
  });
