import { AuditService } from '@assay/contract/gen/assay/v1/auditing';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { exportAuditLog } from '../rpc/audit-log/export-audit-log.ts';
import { listAuditLog } from '../rpc/audit-log/list-audit-log.ts';
import { noteRefusal } from '../rpc/audit-log/note-refusal.ts';

export const auditing = (deps: Deps): Implementation =>
  implement(AuditService, {
    listAuditLog: listAuditLog(deps),
    exportAuditLog: exportAuditLog(deps),
    noteRefusal: noteRefusal(deps),
  });
