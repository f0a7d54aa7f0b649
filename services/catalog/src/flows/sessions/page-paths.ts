import { RawReply } from '@assay/kit/rpc/handle';
import { basePathOf } from '@assay/kit/settings/process-settings';
import type { Deps } from '../../deps.ts';

/** The path of one of our pages, below the path at which a proxy serves the installation. */
export const pathOf = ({ publicUrl }: Pick<Deps, 'publicUrl'>, path: string): string =>
  `${basePathOf(publicUrl)}${path}`;

/** The path of one of our pages that redirects to `returnTo` afterwards. */
export const withReturnTo = (path: string, returnTo: string): string =>
  `${path}?${new URLSearchParams({ returnTo }).toString()}`;

/** A redirect; the operation declares its status, unless it is `status`. */
export const redirectTo = (path: string, headers: Record<string, string> = {}, status?: 303): RawReply =>
  new RawReply('', 'text/html; charset=utf-8', { Location: path, ...headers }, status);
