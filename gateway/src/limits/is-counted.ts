import type { Operation } from '@assay/contract/operation';
import { propertiesOf } from '@assay/contract/schema';

/** Whether requests of an operation are counted: all but those without a key for what is the same however it is asked for. */
export const isCounted = ({ access, method, path, input }: Operation): boolean =>
  access !== 'public' || method !== 'GET' || path.includes('{') || Object.keys(propertiesOf(input)).length > 0;
