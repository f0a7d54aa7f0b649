import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { suiteFileSchema } from '@assay/suite-file/suite-file-schema';
import type { Deps } from '../../deps.ts';

const schema = suiteFileSchema();

export const getEvalSuiteFileSchema = (_deps: Deps) => handle(operations.getEvalSuiteFileSchema, async () => schema);
