import { validateServer as operation } from '@assay/contract/operations/diagnostics';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { initInfo } from '../init-info.ts';
import { findServer } from '../find-server.ts';
import { withSession } from '../open-session.ts';

export const validateServer = ({ catalog, keyEncryptionKey }: Deps) =>
  handle(operation, async (_caller, address) => {
    const server = await findServer({ catalog }, address);
    return withSession({ keyEncryptionKey }, server, async ({ info }) => ({ success: true as const, status: 'connected' as const, initInfo: initInfo(info) }));
  });
