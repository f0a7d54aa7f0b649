import { listModels as operation } from '@assay/contract/operations/catalog';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';

export const listModels = ({ hostedModels }: Deps) => handle(operation, async () => ({ items: hostedModels }));
