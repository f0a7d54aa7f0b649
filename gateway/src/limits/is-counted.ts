import type { Operation } from '@assay/contract/operation';
import { propertiesOf } from '@assay/contract/schema';

/** Whether requests of an operation are counted: all except public reads whose answer is always the same. */
export const isCounted = ({
  access,
  method,
  path,
  input,
}: Pick<Operation, 'access' | 'method' | 'path' | 'input'>): boolean =>
  access !== 'public' || method !== 'GET' || path.includes('{') || Object.keys(propertiesOf(input)).length > 0;
