import { INGEST_CAPABILITIES } from '@assay/contract/areas/ingestion/capabilities';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';

export const getEvalIngestCapabilities = (_deps: Deps) =>
  handle(operations.getEvalIngestCapabilities, async () => INGEST_CAPABILITIES);
