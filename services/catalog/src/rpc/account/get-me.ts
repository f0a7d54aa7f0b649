import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findUser } from '../../store/account/users.ts';

export const getMe = ({ pool }: Deps) =>
  handle(operations.getMe, async ({ userId }) => {
    const me = await findUser(pool, userId!);
    if (!me) throw notFound('user');
    return me;
  });
