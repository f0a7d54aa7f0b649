import { createProjectServer as operation } from '@assay/contract/operations/catalog';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { newId } from '@assay/kit/id';
import { createServer as create } from '../actions/save-server.ts';
import type { Deps } from '../deps.ts';
import { faultOf } from '../domain/server-config.ts';
import { nameTaken, refuse } from '../refusals.ts';

export const createServer = ({ pool, keyEncryptionKey }: Deps) =>
  handle(operation, async ({ organizationId }, { projectId }, config) => {
    refuse(faultOf(config));
    const server = await create(pool, organizationId!, { id: newId('srv'), projectId, keyEncryptionKey }, config);
    if (server === 'no project') throw notFound('project');
    if (server === 'name taken') throw nameTaken(config.name);
    return server;
  });
