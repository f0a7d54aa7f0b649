import * as operations from '@assay/sdk/gen/operations';
import { ConnectionFailure } from '@assay/sdk';
import type { upgradeCheckInput } from '../../commands/upgrade-check.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { markOf } from '../../output/marks.ts';
import { printDocument } from '../../output/print-document.ts';
import { visibleText } from '../../output/visible-text.ts';
import { VERSION } from '../../version.ts';

/** The parts of an OpenAPI document that say what a platform can do. */
interface ApiDocument {
  info?: { version?: unknown };
  paths?: Record<string, Record<string, { operationId?: unknown; deprecated?: boolean }>>;
}

/** Compares the operations that this command line calls with the operations of the platform. */
export const checkVersions: Action<typeof upgradeCheckInput> = async (context, { options }): Promise<ExitCode> => {
  const { url, transport } = await context.platform();
  const { version, ids } = await readApi(url, transport.fetch, context.interrupted);
  const missing = Object.keys(operations).filter((id) => !ids.has(id));
  const unknown = [...ids].filter((id) => !Object.hasOwn(operations, id));
  const shown = { commandLine: VERSION, api: version, missing, unknown };
  printDocument(context, options, shown, () => {
    const mark = markOf(missing.length === 0 ? 'passed' : 'failed', context.terminal);
    const versions = `  command line  ${VERSION}\n  API           ${visibleText(version)} at ${url}\n\n`;
    return `${versions}${mark} ${sentence(missing, unknown)}\n`;
  });
  return missing.length === 0 ? exitCodes.passed : exitCodes.failed;
};

function sentence(missing: readonly string[], unknown: readonly string[]): string {
  if (missing.length > 0)
    return `The platform is older: it lacks ${missing.length} operations of this command line, such as ${missing[0]}.`;
  if (unknown.length > 0)
    return `The platform is newer: it has ${unknown.length} operations that this command line does not know.`;
  return 'The platform has every operation of this command line.';
}

async function readApi(url: string, fetch: (url: string, init: RequestInit) => Promise<Response>, signal: AbortSignal) {
  const response = await fetch(`${url}/api/v1/openapi.json`, { signal, redirect: 'manual' }).catch((error: unknown) => {
    throw error instanceof ConnectionFailure || signal.aborted
      ? error
      : new ConnectionFailure('network', 'openapi', 'the connection failed.', error);
  });
  const document = (await response.json().catch(() => undefined)) as ApiDocument | undefined;
  const version = document?.info?.version;
  if (!response.ok || typeof version !== 'string')
    throw new ConnectionFailure('unreadable', 'openapi', 'the answer is no OpenAPI document.');
  const methods = Object.values(document?.paths ?? {}).flatMap((path) => Object.values(path));
  // Former paths have operations of their own.
  const ids = methods.map(({ operationId, deprecated }) => (deprecated ? undefined : operationId));
  return { version, ids: new Set(ids.filter((id) => typeof id === 'string')) };
}
