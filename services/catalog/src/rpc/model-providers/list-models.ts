import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';

export const listModels = ({ hostedModels }: Deps) =>
  handle(operations.listModels, async () => ({ items: hostedModels }));
