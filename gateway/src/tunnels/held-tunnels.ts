import type { AttachedTunnel } from '@assay/mesh/gen/assay/v1/tunnels';
import type { EndReason } from '@assay/tunnel/session';
import type { TunnelConnection } from './tunnel-connection.ts';

export interface HeldTunnel {
  tunnel: AttachedTunnel;
  connection: TunnelConnection;
}

/** The tunnels whose connections end in this process. */
export class HeldTunnels {
  readonly #bySlug = new Map<string, HeldTunnel>();

  of(slug: string): HeldTunnel | undefined {
    return this.#bySlug.get(slug);
  }

  /** The attachment of each, and the requests that it has carried. */
  get attachments(): { attachmentId: string; requests: number }[] {
    return [...this.#bySlug.values()].map(({ tunnel: { attachmentId }, connection: { requests } }) => ({
      attachmentId,
      requests,
    }));
  }

  /** Requests in flight. */
  get busy(): number {
    return [...this.#bySlug.values()].reduce((sum, { connection }) => sum + connection.busy, 0);
  }

  /** Adds a connection, and closes the one that it replaces. */
  add(held: HeldTunnel): void {
    this.#bySlug.get(held.tunnel.slug)?.connection.close('replaced');
    this.#bySlug.set(held.tunnel.slug, held);
  }

  /** False when another connection has replaced this one. */
  remove({ tunnel: { slug } }: HeldTunnel, connection: TunnelConnection): boolean {
    return this.#bySlug.get(slug)?.connection === connection && this.#bySlug.delete(slug);
  }

  /** Closes tunnels that this relay no longer holds. */
  drop(attachmentIds: string[]): void {
    for (const { tunnel, connection } of this.#bySlug.values())
      if (attachmentIds.includes(tunnel.attachmentId)) connection.close('closed');
  }

  closeAll(reason: EndReason): void {
    for (const { connection } of this.#bySlug.values()) connection.close(reason);
  }
}
