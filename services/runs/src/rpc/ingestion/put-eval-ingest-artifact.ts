import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { receiveArtifact } from '../../flows/ingestion/receive-artifact.ts';

export const putEvalIngestArtifact = (deps: Deps) =>
  handle(operations.putEvalIngestArtifact, (_caller, target, bytes) => receiveArtifact(deps, target, bytes));
