import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CassetteContent, RecordedCall } from '@assay/contract/areas/cassettes/documents';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { RunServer } from '@assay/contract/areas/eval-runs/run-spec';
import { isReadOnly } from '../../domain/turns/read-only.ts';

const unzip = promisify(gunzip);

/** A cassette, indexed once for all iterations that replay it. */
export class CassetteIndex {
  readonly #servers: ReadonlyMap<string, ServerInventory>;
  readonly #calls: ReadonlyMap<string, RecordedCall>;

  constructor({ servers, calls }: CassetteContent) {
    this.#servers = new Map(servers.map((server) => [server.serverName, server]));
    this.#calls = new Map(calls.map((call) => [call.key, call]));
  }

  /** The tools that a server declared, under its current id; empty for a server that was not recorded. */
  inventoryOf({ id: serverId, name: serverName }: RunServer): ServerInventory {
    return { ...(this.#servers.get(serverName) ?? { serverName, complete: false, tools: [] }), serverId };
  }

  isReadOnly(serverName: string, toolName: string): boolean {
    const declaration = this.#servers.get(serverName)?.tools.find(({ name }) => name === toolName);
    return declaration !== undefined && isReadOnly(declaration);
  }

  outcomesOf(key: string): RecordedCall['outcomes'] {
    return this.#calls.get(key)?.outcomes ?? [];
  }
}

/** Opens a cassette in the form in which the platform stores it. */
export const openCassette = async (zipped: Uint8Array): Promise<CassetteIndex> =>
  new CassetteIndex(JSON.parse((await unzip(zipped)).toString()) as CassetteContent);
