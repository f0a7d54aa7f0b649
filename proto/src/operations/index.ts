import type { Operation } from '../operation.ts';
import * as catalog from './catalog.ts';

/** Every endpoint of the API, by its operationId. */
export const operations: Record<string, Operation> = { ...catalog };
