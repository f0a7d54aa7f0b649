import { hash } from 'node:crypto';
import { canonical } from '@assay/grading/canonical';

/** What tells a repeated request from another one under the same idempotency key. */
export const requestHash = (request: unknown): string => hash('sha256', canonical(request), 'base64url');
