import type { ClientVersionComparison } from '@assay/contract/areas/clients/documents';
import { changedPaths } from '@assay/contract/patches/changed-paths';
import { isObject } from '@assay/contract/json';
import { toVersionHead, type PastVersion } from './client-record.ts';

/** The settings in which two versions of a client differ, with their values. */
export const versionComparison = (from: PastVersion, to: PastVersion): ClientVersionComparison => ({
  from: toVersionHead(from),
  to: toVersionHead(to),
  changes: changedPaths(from.config, to.config).map((path) => {
    const [before, after] = [valueAt(from.config, path), valueAt(to.config, path)];
    return { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  }),
});

/** The value at a JSON Pointer (RFC 6901) into objects; undefined where there is none. */
const valueAt = (document: unknown, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), document);
