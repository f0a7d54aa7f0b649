import { refuseFault } from '@assay/contract/fault';
import type { ReadinessKind, SubmissionFact, SubmissionMode } from '@assay/contract/areas/readiness/documents';
import type { ReadinessTask } from '@assay/contract/areas/readiness/work';
import { given } from '@assay/contract/given';
import { invalid, Problem } from '@assay/contract/problem';
import { replayed, replayedIf } from '@assay/kit/rpc/handle';
import { publicUrl } from '@assay/mcp/target';
import type { Deps } from '../../deps.ts';
import { findRepeated, startDirectoryRun } from '../../actions/directory-runs/start-directory-run.ts';
import { factFault, factsTogether } from '../../domain/readiness/grade.ts';
import { readinessReceipt, type StoredReadiness } from '../../domain/readiness/readiness-run.ts';
import { listFacts } from '../../store/readiness/readiness-facts.ts';
import { findServer } from '../servers/find-server.ts';
import { idempotencyOf } from '../directory-runs/idempotency.ts';

/** The time limit of a runner to gather the evidence, in milliseconds. */
const TIMEOUT_MS = 3 * 60_000;

interface Asked {
  submissionMode?: SubmissionMode;
  idempotencyKey?: string;
  includeLlmObservations?: boolean;
  submissionFacts?: SubmissionFact[];
}

/** Starts the readiness run of a saved server, or finds the run that an earlier request with the same key started. */
export async function startReadinessRun(
  deps: Deps,
  target: { projectId: string; serverId: string; idempotencyKey: string },
  variant: ReadinessKind,
  asked: Asked,
) {
  const { submissionMode = null, idempotencyKey, includeLlmObservations = false, submissionFacts } = asked;
  if (includeLlmObservations)
    throw new Problem('FEATURE_NOT_SUPPORTED', 'This version makes no observations by a model: leave the field out.', {
      issues: [{ path: '/includeLlmObservations', message: 'is not supported' }],
    });
  refuseFault(factFault(variant, submissionFacts ?? []));
  const wishes = { submissionMode, includeLlmObservations, ...given({ submissionFacts }) };
  const idempotency = idempotencyOf(target.idempotencyKey, idempotencyKey, wishes);
  const repeated = await findRepeated<StoredReadiness>(deps, target, variant, idempotency);
  if (repeated) return replayed(readinessReceipt(repeated, true));
  const server = await findServer(deps, target);
  if (server.transport !== 'http') {
    throw invalid(`Server "${server.name}" is started by a command; a directory lists servers at an address.`, {
      serverId: server.id,
      issues: [{ path: '/serverId', message: 'must be a server with an address' }],
    });
  }
  const task: ReadinessTask = { version: 1, server: { id: server.id, name: server.name } };
  const facts = factsTogether(await listFacts(deps.pool, target, variant), submissionFacts ?? []);
  const request = {
    serverUrl: publicUrl(server),
    ...wishes,
    ...(facts.length > 0 && { submissionFacts: facts }),
  };
  const { run, deduped } = await startDirectoryRun<StoredReadiness>(deps, {
    server,
    run: { kind: 'readiness', variant, request },
    idempotency,
    task,
    timeoutMs: TIMEOUT_MS,
  });
  return replayedIf(deduped, readinessReceipt(run, deduped));
}
