import { CONFORMANCE_ENGINE, type ConformanceTask } from '@assay/contract/areas/conformance/work';
import { given } from '@assay/contract/given';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import { invalid, Problem } from '@assay/contract/problem';
import { handle, replayed, replayedIf } from '@assay/kit/rpc/handle';
import { publicUrl } from '@assay/mcp/target';
import type { Deps } from '../../deps.ts';
import { findRepeated, startDirectoryRun } from '../../actions/directory-runs/start-directory-run.ts';
import { conformanceReceipt, type StoredConformance } from '../../domain/conformance/conformance-run.ts';
import { DEFAULT_SUITES } from '../../domain/conformance/suites.ts';
import { findEnabledServer } from '../../flows/servers/find-server.ts';
import { idempotencyOf } from '../../flows/directory-runs/idempotency.ts';
import { subjectOf } from '../../flows/inspections/inspect-server.ts';

/** The time limit of a runner, with five minutes for the suite itself, in milliseconds. */
const TIMEOUT_MS = 6 * 60_000;

export const startConformanceRun = (deps: Deps) =>
  handle(
    operations.startConformanceRun,
    async (_caller, target, { suites = DEFAULT_SUITES, scenarios, idempotencyKey, protocolVersion, engineVersion }) => {
      const wanted = {
        suites: DEFAULT_SUITES.filter((suite) => suites.includes(suite)),
        ...given({ protocolVersion, scenarios }),
      };
      const idempotency = idempotencyOf(target.idempotencyKey, idempotencyKey, { ...wanted, engineVersion });
      const repeated = await findRepeated<StoredConformance>(deps, target, 'made', idempotency);
      if (repeated) return replayed(conformanceReceipt(repeated, target.serverId, true));
      const { version } = CONFORMANCE_ENGINE;
      if (engineVersion !== undefined && engineVersion !== version)
        throw refused('/engineVersion', `must be ${version}, the version that is installed`);
      const server = await findEnabledServer(deps, target);
      await assertGradable(deps, server);
      const task: ConformanceTask = {
        version: 1,
        server: { id: server.id, name: server.name },
        ...wanted,
        engineVersion: version,
      };
      const request = {
        suites: wanted.suites,
        ...given({ scenarios }),
        target: {
          kind: 'server' as const,
          name: server.name,
          ...(server.transport === 'http' && { url: publicUrl(server) }),
        },
        source: 'api' as const,
        engine: CONFORMANCE_ENGINE,
        protocolVersion: protocolVersion ?? null,
      };
      const { run, deduped } = await startDirectoryRun<StoredConformance>(deps, {
        server,
        run: { kind: 'conformance', variant: 'made', request },
        idempotency,
        task,
        timeoutMs: TIMEOUT_MS,
      });
      return replayedIf(deduped, conformanceReceipt(run, server.id, deduped));
    },
  );

/** The conformance suite cannot sign in. */
async function assertGradable(deps: Deps, server: SavedServer): Promise<void> {
  if (server.transport !== 'http') return;
  const { tokens, headers } = subjectOf(deps, server).target;
  if (tokens && !headers && (await tokens.token().catch(lacksGrant)) === undefined)
    throw refused('/serverId', 'is behind OAuth and has no grant; connect it first');
}

function lacksGrant(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'OAUTH_REQUIRED') return undefined;
  throw error;
}

const refused = (path: string, message: string) => invalid(`${path} ${message}.`, { issues: [{ path, message }] });
