import type { Logger } from '../log.ts';
import type { MeshSecrets } from '../security/caller.ts';
import { dial, type Channel } from './client.ts';
import type { LocalPeers } from './local/local-peers.ts';
import { MeshCertificate, type MeshTlsFiles } from './mesh/mesh-certificate.ts';

/** The settings of a process of the mesh. Without TLS files it speaks plain text. */
export interface MeshSettings extends MeshSecrets {
  meshTls?: MeshTlsFiles | undefined;
  /** The other services of its process. */
  localPeers?: LocalPeers | undefined;
}

/** The part of one process in the mesh. */
export interface Mesh {
  /** For its server; undefined when the mesh speaks plain text. */
  certificate: MeshCertificate | undefined;
  /** Opens a channel to `address` (host:port) in the name of the process. */
  dial(address: string): Channel;
  /** Closes its channels, and reads its certificate no more. */
  close(): void;
}

/**
 * Joins the mesh as `service`.
 * @throws ConfigError when its TLS files cannot be used.
 */
export function joinMesh({ meshSecret, meshTls, localPeers }: MeshSettings, service: string, log: Logger): Mesh {
  const certificate = meshTls && new MeshCertificate(meshTls, log);
  const channels: Channel[] = [];
  return {
    certificate,
    dial: (address) => {
      const channel = dial(address, meshSecret, service, { certificate, localPeers });
      channels.push(channel);
      return channel;
    },
    close: () => {
      for (const channel of channels) channel.close();
      certificate?.close();
    },
  };
}
