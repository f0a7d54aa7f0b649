import { listTools as operation } from '@assay/contract/operations/diagnostics';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { findEnabledServer } from '../find-server.ts';
import { ties, withSession } from '../open-session.ts';

export const listTools = (deps: Deps) =>
  handle(operation, async (_caller, address, { cursor }) => {
    const server = await findEnabledServer(deps, address);
    return withSession(deps, server, (session) => session.listTools(cursor, ties()));
  });
