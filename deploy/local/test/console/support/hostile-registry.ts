import type { ListeningServer } from '@assay/testkit/listen';
import { registryEntry, startRegistry } from '@assay/testkit/registry-directory';
import { HOSTILE, SCRIPT_ADDRESS } from './hostile-texts.ts';

/** A registry with one ordinary entry, and one whose texts and addresses are hostile. */
export const startHostileRegistry = (): Promise<ListeningServer> =>
  startRegistry(
    [
      registryEntry('com.example/helpdesk', '1.0.0', {
        remotes: [{ type: 'streamable-http', url: 'https://helpdesk.example/mcp' }],
      }),
      registryEntry('com.example/hostile', '1.0.0', {
        title: HOSTILE,
        description: HOSTILE,
        websiteUrl: SCRIPT_ADDRESS,
        repository: { url: SCRIPT_ADDRESS, source: HOSTILE },
        remotes: [{ type: 'streamable-http', url: 'https://hostile.example/mcp' }],
      }),
    ],
    { pageSize: 10 },
  );
