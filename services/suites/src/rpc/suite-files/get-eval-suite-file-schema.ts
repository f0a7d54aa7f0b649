import { getEvalSuiteFileSchema as operation } from '@assay/contract/operations/suites';
import { handle } from '@assay/kit/rpc/handle';
import { suiteFileSchema } from '@assay/suite-file/suite-file-schema';

const schema = suiteFileSchema();

export const getSuiteFileSchema = () => handle(operation, async () => schema);
