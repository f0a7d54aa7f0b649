import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import { newId } from '@assay/kit/id';
import { createProject as create } from '../../actions/projects/create-project.ts';
import type { Deps } from '../../deps.ts';
import { organizationFor } from '../../flows/projects/organization-for.ts';

export const createProject = ({ pool }: Deps) =>
  handle(operations.createProject, async (caller, { idempotencyKey }, input) => {
    const { name, visibility = 'public', organizationId: _wanted, ...body } = input;
    const organizationId = organizationFor(caller, input);
    if (organizationId === undefined) throw notFound('organization');
    const project = {
      id: newId('prj'),
      organizationId,
      creatorId: caller.userId!,
      name,
      visibility,
      body,
    };
    const { reply, replayed } = await create(pool, project, input, idempotencyKey);
    return replayedIf(replayed, reply);
  });
