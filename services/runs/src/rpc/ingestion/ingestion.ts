import { INGEST_CAPABILITIES } from '@assay/contract/areas/ingestion/capabilities';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { receiveArtifact } from '../../flows/ingestion/receive-artifact.ts';

export const getEvalIngestCapabilities = (_deps: Deps) =>
  handle(operations.getEvalIngestCapabilities, async () => INGEST_CAPABILITIES);

export const postEvalIngestArtifact = (deps: Deps) =>
  handle(operations.postEvalIngestArtifact, (_caller, target, bytes) => receiveArtifact(deps, target, bytes));

export const putEvalIngestArtifact = (deps: Deps) =>
  handle(operations.putEvalIngestArtifact, (_caller, target, bytes) => receiveArtifact(deps, target, bytes));
