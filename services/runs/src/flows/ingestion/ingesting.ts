import { asName } from '@assay/contract/as-name';
import type { IngestArtifact, IngestResult, StartIngest } from '@assay/contract/areas/ingestion/documents';
import { given } from '@assay/contract/given';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import type { Caller } from '@assay/kit/security/caller';
import { newId } from '@assay/kit/id';
import { readArtifact } from './artifacts.ts';
import type { Deps } from '../../deps.ts';
import { ciOf, parseCi } from '../../domain/eval-runs/launcher.ts';
import { executionOf } from '../../domain/eval-runs/launch.ts';
import type { NewRun } from '../../domain/eval-runs/planned-run.ts';
import { findIngestedRun } from '../../store/ingestion/ingestion.ts';

/** The run that an earlier request of the same reporter made. */
export const findReported = async ({ pool }: Deps, projectId: string, { externalRunId }: StartIngest) =>
  externalRunId === undefined ? undefined : findIngestedRun(pool, projectId, { externalRunId });

/**
 * Plans the run that a reporter describes, under its suite, which is made when there is none, with its servers as far
 * as they are saved.
 */
export async function newRunOf(
  { suites, catalog }: Deps,
  { organizationId = '', keyId }: Caller,
  { projectId, ci }: { projectId: string; ci: string },
  body: StartIngest,
): Promise<NewRun> {
  const {
    suiteName,
    suiteDescription: description = '',
    serverNames = [],
    hostConfig: { hostStyle, modelId } = {},
  } = body;
  const [name, runName] = [suiteName, body.name ?? ''].map(asName) as [string, string];
  const { expectedIterations, evaluationConfigHash, hostConfigHash, externalRunId, notes, tags, framework, launcher } =
    body;
  const [{ suiteId }, { servers }] = await Promise.all([
    suites.call(AuthoringService.ensureSuite, {
      projectId,
      name,
      description,
      serverNames,
    }),
    serverNames.length > 0
      ? catalog.call(DirectoryService.resolveServers, { projectId, serverIds: serverNames, orNames: true })
      : { servers: [] },
  ]);
  const ciMetadata = body.ci ? ciOf(body.ci) : parseCi(ci);
  const ingestion = {
    ...given({ expectedIterations }),
    ...(evaluationConfigHash && { evaluationConfigHash }),
    ...(hostConfigHash && { hostConfigHash }),
  };
  return {
    id: newId('run'),
    projectId,
    organizationId,
    source: 'sdk',
    total: expectedIterations ?? 0,
    spec: {
      suiteId,
      suiteName: name,
      servers: servers.map((server) => ({ id: server.id, name: server.name })),
      client: {
        id: null,
        name: 'SDK harness',
        source: 'sdk',
        ...(hostStyle && { hostStyle }),
        ...(modelId && { modelId }),
      },
      checks: [],
      sessionIsolation: 'iteration',
      execution: executionOf({}, {}),
      minimumAccuracy: body.passCriteria?.minimumPassRate ?? 100,
      ingestion,
      ...given({ keyId, externalRunId }),
      ...(runName && { name: runName }),
      ...given({ notes, tags, framework, launcher, ciMetadata }),
    },
  };
}

/** The results in a body, or in the artifact that it names instead. */
export const resultsIn = async (
  deps: Deps,
  projectId: string,
  { results, artifact }: { results?: IngestResult[]; artifact?: IngestArtifact },
): Promise<IngestResult[]> => results ?? readArtifact(deps, projectId, artifact!);
