import { LintReport } from '@assay/contract/areas/diagnosis/lint';
import {
  ServerDiff,
  ServerExport,
  SurfacePage,
  SurfaceRead,
  type Surface,
} from '@assay/contract/areas/surfaces/documents';
import { operations } from '@assay/contract/operations';
import { parser } from '@assay/kit/json/parse';
import { waitUntil } from '@assay/testkit/until';
import type { ServerAddress } from '../../src/domain/servers/server-address.ts';
import { answered, refused, startRaw } from '../support/raw-server.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

type Tools = Surface['tools'];
interface Offer {
  tools: Tools;
  pageSize: number;
  endless?: boolean;
}

/** The whole service of the test file that opened it, and a server whose surface the test changes while it runs. */
export let surfaceFixture: TestDiagnostics;
export let changing: Awaited<ReturnType<typeof startRaw>>;
export async function startSurfaceFixture(): Promise<void> {
  surfaceFixture = await startTestDiagnostics();
  changing = await startRaw((message, response) => {
    if (message.method !== 'tools/list') return refused(response, message, -32601);
    const { tools, pageSize, endless = false } = offered;
    const start = Number(message.params?.['cursor'] ?? 0);
    const next = start + pageSize < tools.length ? start + pageSize : endless ? 0 : undefined;
    answered(
      response,
      message,
      JSON.stringify({
        tools: tools.slice(start, start + pageSize),
        ...(next !== undefined && { nextCursor: String(next) }),
      }),
    );
  });
}
export const stopSurfaceFixture = () => Promise.all([surfaceFixture, changing].map((each) => each.stop()));

export const tool = (name: string, more: object = {}) =>
  ({
    name,
    description: `Use it to ${name}.`,
    inputSchema: { type: 'object', properties: { page: { type: 'integer' } } },
    annotations: { readOnlyHint: true },
    ...more,
  }) as Tools[number];
export const surface = (tools: Tools): Surface => ({
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  tools,
  resources: [],
  resourceTemplates: [],
  prompts: [],
});
/** The present surface of the changing server. */
export let offered: Offer;
export const offerTwo = (): void => {
  offered = { tools: [tool('print'), tool('scan')], pageSize: 1 };
};

export const agrees = {
  export: parser(ServerExport),
  diff: parser(ServerDiff),
  lint: parser(LintReport),
  page: parser(SurfacePage),
  read: parser(SurfaceRead),
};
export const exported = async (at: ServerAddress) =>
  agrees.export(await surfaceFixture.send(operations.exportServer, at));
export const history = async (at: ServerAddress, query: object = {}) =>
  agrees.page(await surfaceFixture.send(operations.listServerSurfaces, at, query));
export const remembered = (at: ServerAddress, count: number) =>
  waitUntil(async () => {
    const { items } = await history(at);
    return items.length === count && items;
  });
