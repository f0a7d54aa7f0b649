import manifest from '../../package.json' with { type: 'json' };
import { rpcsOf } from '@assay/mesh/rpc/operation-rpc';
import type { ServiceReport, ServiceSetting } from '@assay/contract/areas/operator/documents';
import { EACH_SERVICE } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { noteOperatorAct } from '../audit/with-audit.ts';
import { handle } from '../rpc/handle.ts';
import { implement, type Implementation } from '../rpc/serve.ts';
import { lookAt, type HealthCheck } from './health-check.ts';
import type { ChangedWork, OperatedWork } from './operated-work.ts';
import { reportOf } from './service-report.ts';

/** A process as the operator sees it. */
export interface OperatedProcess {
  name: string;
  checks: readonly HealthCheck[];
  /** The settings that it has read. */
  settings: readonly ServiceSetting[];
  /** Whether lines of the log of this name are its own, in a process that runs several services. */
  isOwn(source: string): boolean;
  listTables(): Promise<ServiceReport['tables']>;
  /** Undefined where it has no work for runners. */
  work?: OperatedWork | undefined;
}

const startedAt = Date.now() - Math.round(process.uptime() * 1_000);

/** The operations that each service answers for itself. */
export function operatorRpcs({ name, checks, settings, isOwn, listTables, work }: OperatedProcess): Implementation {
  const changed =
    (done: 'retried' | 'given_up', change: ((id: string) => Promise<ChangedWork | undefined>) | undefined) =>
    async (workId: string) => {
      const item = await change?.(workId);
      if (!item) throw notFound('stuck work item');
      await noteOperatorAct({ workId, service: name }, item.organizationId);
      return { id: workId, service: name, done };
    };
  const [retried, givenUp] = [changed('retried', work?.retry), changed('given_up', work?.giveUp)];
  return implement(rpcsOf(EACH_SERVICE), {
    getServiceHealth: handle(operations.getServiceHealth, async () => ({
      service: name,
      version: manifest.version,
      node: process.versions.node,
      startedAt,
      parts: await lookAt(checks),
    })),
    getServiceReport: handle(operations.getServiceReport, async () =>
      reportOf(name, settings, await listTables(), isOwn),
    ),
    listStuckWork: handle(operations.listStuckWork, async () => ({
      items: ((await work?.listStuck()) ?? []).map((item) => ({ ...item, service: name })),
    })),
    retryStuckWork: handle(operations.retryStuckWork, (_caller, { workId }) => retried(workId)),
    giveUpStuckWork: handle(operations.giveUpStuckWork, (_caller, { workId }) => givenUp(workId)),
  });
}
