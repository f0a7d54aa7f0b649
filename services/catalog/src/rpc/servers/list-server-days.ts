import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listDays } from '../../store/servers/server-diagnoses.ts';

export const listServerDays = ({ pool }: Deps) =>
  handle(operations.listServerDays, (_caller, { projectId }, { days = 14, utcOffsetMinutes = 0 }) =>
    listDays(pool, projectId, days, utcOffsetMinutes),
  );
