import { Raw } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';

/** A page of ours as a path of its origin, wherever a proxy put the installation. */
export const pathOf = ({ publicUrl }: Pick<Deps, 'publicUrl'>, path: string): string =>
  `${new URL(publicUrl).pathname.replace(/\/$/, '')}${path}`;

/** A page of ours that leads to another path afterwards. */
export const thenTo = (path: string, returnTo: string): string =>
  `${path}?${new URLSearchParams({ returnTo }).toString()}`;

/** Leads a browser on; the status is that of the operation. */
export const leadTo = (path: string, headers: Record<string, string> = {}): Raw =>
  new Raw('', 'text/html; charset=utf-8', { Location: path, ...headers });
