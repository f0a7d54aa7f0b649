import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { foundObject } from '../../domain/overview/found-object.ts';
import { findObjectById } from '../../flows/overview/find-object.ts';

export const findObject = (deps: Deps) =>
  handle(operations.findObject, async (caller, { objectId }) => {
    const found = await findObjectById(deps, caller, objectId);
    if (!found) throw notFound('object');
    return foundObject(found);
  });
