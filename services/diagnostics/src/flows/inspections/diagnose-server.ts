import type { DoctorReport } from '@assay/contract/areas/diagnosis/documents';
import { Problem } from '@assay/contract/problem';
import { makeInspection } from '@assay/inspect/inspect';
import { inspectedServer } from '@assay/inspect/inspected-server';
import { DiagnosesService, SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import type { Deps } from '../../deps.ts';
import { notedDiagnosis } from '../../domain/diagnosis/noted-diagnosis.ts';
import type { ServerAddress } from '../../domain/servers/server-address.ts';
import { findServer } from '../servers/find-server.ts';
import { inspectSaved, MAX_ANSWER, openTarget, subjectOf, subjectParts } from './inspect-server.ts';

/**
 * The doctor's report of a server that may be disabled; catalog keeps its outcome. A command that no runner may start has
 * a report, too: this process starts none, so the diagnosis that it makes says why and names the setting.
 */
export async function diagnoseServer(deps: Deps, address: ServerAddress): Promise<Uint8Array> {
  const server = await findServer(deps, address);
  const startedAt = performance.now();
  const report = await reportOf(deps, server);
  await noteReport(deps, server, report, performance.now() - startedAt);
  return report;
}

async function reportOf(deps: Deps, server: SavedServer): Promise<Uint8Array> {
  try {
    return await inspectSaved(deps, server, 'doctor', {});
  } catch (error) {
    const isMissing = error instanceof Problem && error.details?.['cause'] === 'runner_missing';
    if (!isMissing || server.transport !== 'stdio') throw error;
    return makeInspection(subjectOf(deps, server), 'doctor', {}, MAX_ANSWER);
  }
}

/** The doctor's report of an address that is not saved; nothing of it is kept. */
export function diagnoseUnsaved(
  deps: Deps,
  projectId: string,
  url: string,
  headers: Record<string, string> = {},
): Promise<Uint8Array> {
  const server = {
    ...SavedServer.decode(new Uint8Array()),
    projectId,
    name: new URL(url).host,
    transport: 'http',
    url,
  };
  const subject = inspectedServer({
    ...subjectParts(deps, server),
    target: { ...openTarget(deps, server, undefined), url, headers },
    seen: () => undefined,
  });
  return makeInspection(subject, 'doctor', {}, MAX_ANSWER);
}

/** Tells catalog. A failure is logged, because the report is good without it. */
async function noteReport(deps: Deps, server: SavedServer, report: Uint8Array, durationMs: number): Promise<void> {
  const { id: serverId, projectId, transport } = server;
  const hasHeaders = transport === 'http' && Object.keys(subjectOf(deps, server).target.headers ?? {}).length > 0;
  try {
    const parsed = JSON.parse(Buffer.from(report).toString()) as DoctorReport;
    const diagnosis = Buffer.from(JSON.stringify(notedDiagnosis(parsed, durationMs, hasHeaders)));
    await deps.catalog.call(DiagnosesService.noteDiagnosis, { projectId, serverId, diagnosis });
  } catch (error) {
    deps.log.warn({ err: error, serverId }, 'a diagnosis was not kept');
  }
}
