import type { StartConformanceIngest } from '@assay/contract/areas/conformance/ingest';
import { given } from '@assay/contract/given';
import { invalid } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { redactDocument } from '@assay/kit/security/redact';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import { publicUrl } from '@assay/mcp/target';
import type { Deps } from '../../deps.ts';
import { DEFAULT_SUITES } from '../../domain/conformance/suites.ts';
import {
  ingestedScenarios,
  type ScenarioToStore,
  type SentResults,
} from '../../domain/conformance/ingested-scenarios.ts';
import { findServer } from '../servers/find-server.ts';
import type { NewReportedRun, ReportedRunRef } from '../../store/conformance/reported-runs.ts';

/** The run that a reporter describes: of a saved server, or of the target that the report describes. */
export async function newReportedRun(
  deps: Deps,
  projectId: string,
  body: StartConformanceIngest,
): Promise<NewReportedRun> {
  const {
    externalRunId = null,
    serverId = null,
    requestedSuites: suites = body.suites ?? [...DEFAULT_SUITES],
    protocolVersion = null,
    source = 'api',
    ci,
  } = body;
  if (ci && JSON.stringify(ci).length > MAX_CI) throw refused('/ci', `must have at most ${MAX_CI} characters of JSON`);
  const engine = body.engine ? { name: body.engine.name, ...given({ version: body.engine.version }) } : null;
  const server = serverId === null ? undefined : await findServer(deps, { projectId, serverId });
  const described = server
    ? { kind: 'server' as const, name: server.name, url: publicUrl(server) }
    : { kind: 'external' as const, ...body.target };
  const { kind, name, url } = described;
  const target = { kind, ...given({ name }), ...(url !== undefined && { url: publicUrl({ url }) }) };
  return {
    id: newId('run'),
    projectId,
    serverId,
    externalRunId,
    request: redactDocument({
      suites,
      target,
      source,
      engine,
      protocolVersion,
      ...given({ ci }),
    }),
  };
}

/** The scenarios of a body. Throws VALIDATION_ERROR for the first one that cannot be stored. */
export function scenariosIn(body: SentResults): ScenarioToStore[] {
  const found = ingestedScenarios(body);
  if (!Array.isArray(found)) throw refused(found.path, found.message);
  return found;
}

/** The reference of a body to its run. Throws VALIDATION_ERROR when there is none. */
export function refIn(projectId: string, { runId, externalRunId }: Omit<ReportedRunRef, 'projectId'>): ReportedRunRef {
  if (runId === undefined && externalRunId === undefined)
    throw refused('/runId', 'is required unless externalRunId is given');
  return { projectId, runId, externalRunId };
}

const refused = (path: string, message: string) => invalid(`${path} ${message}.`, { issues: [{ path, message }] });

/** The largest description of a CI job that is stored, in characters of JSON. */
const MAX_CI = 4_000;

/** The largest body of results, in bytes. */
const MAX_BODY = 5 * 1024 * 1024;

/** Refuses a body that is too large before it is parsed. */
export const withBodyLimit =
  <Req extends { input: Uint8Array }, Res>(answer: RpcHandler<Req, Res>): RpcHandler<Req, Res> =>
  async (request, caller) => {
    if (request.input.length > MAX_BODY)
      throw invalid(`The body is larger than ${MAX_BODY} bytes; send the results in several requests.`, {
        maxBytes: MAX_BODY,
      });
    return answer(request, caller);
  };
