import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { MethodDefinition } from '@grpc/grpc-js';
import type { Request, RequestHandler, Response } from 'express';
import { WebSocketServer } from 'ws';
import { RelayService } from '@assay/mesh/gen/assay/v1/tunnels';
import { notFound, Problem, unavailable } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';
import { OutageLog } from '@assay/kit/outage-log';
import { provenPeer } from '@assay/tunnel/tunnel-proof';
import { MAX_MESSAGE } from '@assay/tunnel/session';
import { tunnelAdmission, type AdmissionOptions } from './tunnel-admission.ts';
import { tunnelFault } from './fault.ts';
import { HeldTunnels, type HeldTunnel } from './held-tunnels.ts';
import { TunnelConnection } from './tunnel-connection.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';
import { relayRequest, tooManyRelays } from './relay-request.ts';
import type { BytesInFlight } from '../limits/bytes-in-flight.ts';

export interface TunnelOptions extends AdmissionOptions {
  /** The secrets of services and runners, who prove with one that they ask. */
  peerSecrets: string;
  bytes: Pick<BytesInFlight, 'admitRelay'>;
  log: Logger;
}

/** The interval of heartbeats, in milliseconds: a closed or taken-over tunnel ends within this time. */
const BEAT_MS = 2_000;
/** How long requests in flight may take after the stop signal, in milliseconds. */
const DRAIN_MS = 5_000;
/** The relay of this gateway: accepts the connections of servers, and relays the platform's requests to them. */
export class TunnelRelay {
  readonly #options: TunnelOptions;
  readonly #outage: OutageLog;
  readonly #held = new HeldTunnels();
  readonly #admit: ReturnType<typeof tunnelAdmission>;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE,
  });
  readonly #beats: NodeJS.Timeout;
  #stopping = false;

  constructor(options: TunnelOptions) {
    this.#options = options;
    this.#outage = new OutageLog(options.log, {
      began: 'diagnostics is not told of tunnels',
      over: 'diagnostics is told of tunnels again',
    });
    this.#admit = tunnelAdmission(options);
    this.#beats = setInterval(() => void this.#beat(), BEAT_MS);
  }

  /** Answers `/tunnels/:slug`. A caller without a proof of the platform gets 404, whether the tunnel exists or not. */
  readonly handler: RequestHandler<{ slug: string }> = async (req, res, next) => {
    const peer = provenPeer(this.#options.peerSecrets, req.header('assay-tunnel-proof'));
    if (!peer) throw notFound('path');
    const held = this.#held.of(req.params.slug);
    if (held) {
      if (held.tunnel.serverId !== peer.serverId || held.tunnel.projectId !== peer.projectId) throw notFound('path');
      return this.#relay(held, req, res);
    }
    // Few installations have several gateways and tunnels.
    const { RELAYED, toOtherGateway } = await import('./other-gateway.ts');
    const elsewhere = req.header(RELAYED) === undefined ? await this.#locate(req.params.slug) : undefined;
    if (elsewhere === undefined || elsewhere === this.#options.relayUrl()) return tunnelFault(res, 'not-connected');
    res.locals.relay = elsewhere;
    await toOtherGateway(req, res, next);
  };

  /** Answers a WebSocket request of a server. */
  readonly upgrade = (req: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const admitted = this.#stopping
      ? Promise.reject(unavailable('A part of the platform is stopping; try again shortly.'))
      : this.#admit(req);
    admitted.then(
      (tunnel) =>
        this.#sockets.handleUpgrade(req, socket, head, (ws) => {
          const connection = new TunnelConnection(ws);
          const held: HeldTunnel = { tunnel, connection };
          this.#held.add(held);
          ws.once('close', () => {
            if (this.#held.remove(held, connection)) void this.#detach(held);
          });
          if (this.#stopping) connection.close('restarting');
        }),
      (error: unknown) => {
        if (!(error instanceof Problem)) this.#options.log.error({ err: error }, 'a tunnel could not be opened');
        refuseUpgrade(socket, error instanceof Problem ? error : new Problem('INTERNAL_ERROR', 'Internal error.'));
      },
    );
  };

  /** Waits for the requests in flight, then closes the connections, so that servers connect elsewhere. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#beats);
    for (const end = performance.now() + DRAIN_MS; this.#held.busy > 0 && performance.now() < end;) await delay(50);
    const { attachments } = this.#held;
    this.#held.closeAll('restarting');
    await Promise.all(attachments.map((attachment) => this.#tell(RelayService.detachTunnel, attachment)));
  }

  /** An event stream that listens is idle, and its reader takes each event at once: only other requests are counted. */
  #relay({ tunnel, connection }: HeldTunnel, req: Request<{ slug: string }>, res: Response): void {
    if (req.method !== 'GET') {
      const giveBack = this.#options.bytes.admitRelay(tunnel.organizationId);
      if (!giveBack) return tooManyRelays(res);
      res.once('close', giveBack);
    }
    relayRequest(connection, req, res);
  }

  async #locate(slug: string): Promise<string | undefined> {
    try {
      return (await this.#options.diagnostics.call(RelayService.locateTunnel, { slug })).relayUrl;
    } catch (error) {
      if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  async #beat(): Promise<void> {
    const { attachments } = this.#held;
    if (attachments.length === 0) return;
    const told = await this.#tell(RelayService.beatTunnels, {
      attachmentIds: attachments.map(({ attachmentId }) => attachmentId),
      requests: attachments.map(({ requests }) => requests),
    });
    if (told) this.#held.drop(told.goneAttachmentIds);
  }

  #detach({ tunnel: { attachmentId }, connection: { requests } }: HeldTunnel): Promise<unknown> {
    return this.#tell(RelayService.detachTunnel, { attachmentId, requests });
  }

  /** Tells diagnostics about a tunnel. A failure is only logged, because heartbeats show the state later. */
  async #tell<Req, Res>(method: MethodDefinition<Req, Res>, request: Req): Promise<Res | undefined> {
    try {
      const answer = await this.#options.diagnostics.call(method, request);
      this.#outage.over();
      return answer;
    } catch (error) {
      this.#outage.began(error);
      return undefined;
    }
  }
}
