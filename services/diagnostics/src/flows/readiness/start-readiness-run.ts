import type { ReadinessKind, SubmissionMode } from '@assay/contract/areas/readiness/documents';
import type { ReadinessTask } from '@assay/contract/areas/readiness/work';
import type { StartReadinessRunRequest } from '@assay/contract/gen/assay/v1/readiness';
import {
  startClaudeReadinessRun as ofClaude,
  startOpenAIReadinessRun as ofOpenai,
} from '@assay/contract/operations/readiness';
import { invalid } from '@assay/contract/problem';
import { handle, replayed, replayedIf } from '@assay/kit/rpc/handle';
import { publicUrl } from '@assay/mcp/target';
import type { Deps } from '../../deps.ts';
import { findRepeated, startDirectoryRun } from '../../actions/directory-runs/start-directory-run.ts';
import { receipt, type StoredReadiness } from '../../domain/readiness/readiness-run.ts';
import { findServer } from '../servers/find-server.ts';
import { idempotencyOf } from '../directory-runs/idempotency.ts';

/** The longest a runner may take to gather the evidence, in milliseconds. */
const TIMEOUT_MS = 3 * 60_000;

interface Asked {
  submissionMode?: SubmissionMode;
  idempotencyKey?: string;
  includeLlmObservations?: boolean;
}

async function start(
  deps: Deps,
  target: Omit<StartReadinessRunRequest, 'input'>,
  variant: ReadinessKind,
  asked: Asked,
) {
  const { submissionMode = null, idempotencyKey, includeLlmObservations = false } = asked;
  const idempotency = idempotencyOf(target.idempotencyKey, idempotencyKey, { submissionMode, includeLlmObservations });
  const repeated = await findRepeated<StoredReadiness>(deps, target, variant, idempotency);
  if (repeated) return replayed(receipt(repeated, true));
  const server = await findServer(deps, target);
  if (server.transport !== 'http') {
    throw invalid(`Server "${server.name}" is started by a command; a directory lists servers at an address.`, {
      serverId: server.id,
      issues: [{ path: '/serverId', message: 'must be a server with an address' }],
    });
  }
  const task: ReadinessTask = { version: 1, server: { id: server.id, name: server.name } };
  const request = { serverUrl: publicUrl(server), submissionMode, includeLlmObservations };
  const { run, deduped } = await startDirectoryRun<StoredReadiness>(deps, {
    server,
    run: { kind: 'readiness', variant, request },
    idempotency,
    task,
    timeoutMs: TIMEOUT_MS,
  });
  return replayedIf(deduped, receipt(run, deduped));
}

export const startClaudeReadinessRun = (deps: Deps) =>
  handle(ofClaude, (_caller, target, asked) => start(deps, target, 'claude', asked));

export const startOpenaiReadinessRun = (deps: Deps) =>
  handle(ofOpenai, (_caller, target, asked) => start(deps, target, 'openai', asked));
