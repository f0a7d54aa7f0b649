import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { withoutSecrets } from '@assay/contract/areas/servers/secret-values';
import { given } from '@assay/contract/given';
import type { MetSurface } from '@assay/mesh/gen/assay/v1/iterations';
import { storedSurfaceText } from '@assay/surface/canonical';
import { surfaceHash } from '@assay/surface/hash';
import { compress } from '@assay/kit/compress';
import type { SessionInfo } from '@assay/mcp/session';

/** A longer surface is known by its hash alone, in characters of JSON: a comparison of longer ones would hold others up. */
const MAX_CHARS = 512 * 1024;

/** The surfaces that the work of one run met on this runner. Each is handed out once. */
export class MetSurfaces {
  readonly #known = new Set<string>();
  readonly #asked = new Set<string>();
  #untold: MetSurface[] = [];

  /** Whether nothing is known of the server yet; the first one who asks reads its tools. */
  isNew(serverId: string): boolean {
    if (this.#asked.has(serverId)) return false;
    this.#asked.add(serverId);
    return true;
  }

  /** Notes the surface of a server, without the values of its secrets. */
  async note(serverId: string, info: SessionInfo, tools: unknown[], secrets: readonly string[]): Promise<void> {
    this.#asked.add(serverId);
    const { protocolVersion, serverInfo, instructions, capabilities } = info;
    const surface = withoutSecrets(
      {
        protocolVersion,
        ...given({ serverInfo, instructions }),
        capabilities,
        tools,
        resources: [],
        resourceTemplates: [],
        prompts: [],
      } as unknown as Surface,
      secrets,
    );
    const hash = surfaceHash(surface);
    const key = `${serverId} ${hash}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    const text = storedSurfaceText(surface);
    this.#untold.push({ serverId, hash, body: text.length > MAX_CHARS ? Buffer.alloc(0) : await compress(text) });
  }

  /** The surfaces that were not handed out yet. */
  take(): MetSurface[] {
    const untold = this.#untold;
    this.#untold = [];
    return untold;
  }
}
