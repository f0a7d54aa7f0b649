import type { Operation } from '../operation.ts';
import * as cases from './cases.ts';
import * as catalog from './catalog.ts';
import * as diagnostics from './diagnostics.ts';
import * as runs from './runs.ts';
import * as suites from './suites.ts';

/** Every endpoint of the API, by its operationId. */
export const operations: Record<string, Operation> = { ...catalog, ...diagnostics, ...suites, ...cases, ...runs };
