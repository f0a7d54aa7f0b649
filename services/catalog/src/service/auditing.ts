import { AuditService } from '@assay/contract/gen/assay/v1/auditing';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { exportAuditLog } from '../rpc/export-audit-log.ts';
import { listAuditLog } from '../rpc/list-audit-log.ts';
import { noteRefusal } from '../rpc/note-refusal.ts';

export const auditing = (deps: Deps): Implementation =>
  implement(AuditService, {
    listAuditLog: listAuditLog(deps),
    exportAuditLog: exportAuditLog(deps),
    noteRefusal: noteRefusal(deps),
  });
