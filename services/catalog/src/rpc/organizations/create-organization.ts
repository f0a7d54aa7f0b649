import { operations } from '@assay/contract/operations';
import { conflict } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { newId } from '@assay/kit/id';
import { createOrganization as create, MAX_OWNED } from '../../actions/organizations/create-organization.ts';
import type { Deps } from '../../deps.ts';

export const createOrganization = ({ pool }: Deps) =>
  handle(operations.createOrganization, async ({ userId }, _target, { name }) => {
    const founded = await create(pool, { id: newId('org'), name, ownerId: userId! });
    if (!founded) throw conflict(`You own ${MAX_OWNED} organizations, the most that one person can own.`);
    return founded;
  });
