import type { AttachedTunnel } from '@assay/contract/gen/assay/v1/tunnels';
import type { EndReason } from '@assay/tunnel/session';
import type { Line } from './line.ts';

export interface HeldTunnel {
  tunnel: AttachedTunnel;
  line: Line;
}

/** The tunnels whose connections end in this process. */
export class Held {
  readonly #bySlug = new Map<string, HeldTunnel>();

  of(slug: string): HeldTunnel | undefined {
    return this.#bySlug.get(slug);
  }

  get ids(): string[] {
    return [...this.#bySlug.values()].map(({ tunnel }) => tunnel.attachmentId);
  }

  /** Requests in flight. */
  get busy(): number {
    return [...this.#bySlug.values()].reduce((sum, { line }) => sum + line.busy, 0);
  }

  /** Adds a connection, and closes the one that it replaces. */
  add(held: HeldTunnel): void {
    this.#bySlug.get(held.tunnel.slug)?.line.close('replaced');
    this.#bySlug.set(held.tunnel.slug, held);
  }

  /** False when another connection has replaced this one. */
  remove({ tunnel: { slug } }: HeldTunnel, line: Line): boolean {
    return this.#bySlug.get(slug)?.line === line && this.#bySlug.delete(slug);
  }

  /** Closes tunnels that this relay no longer holds. */
  drop(attachmentIds: string[]): void {
    for (const { tunnel, line } of this.#bySlug.values())
      if (attachmentIds.includes(tunnel.attachmentId)) line.close('closed');
  }

  closeAll(reason: EndReason): void {
    for (const { line } of this.#bySlug.values()) line.close(reason);
  }
}
