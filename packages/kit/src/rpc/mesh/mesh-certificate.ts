import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { experimental, type ChannelCredentials } from '@grpc/grpc-js';
import { ConfigError } from '../../env.ts';
import type { Logger } from '../../log.ts';
import { OutageLog } from '../../outage-log.ts';
import { observe } from '../../telemetry/metric.ts';
import { certificateExpiry } from '../measure/metrics.ts';
import { refusalLog } from '../refusal-log.ts';

/** The PEM files of a process's certificate in the mesh, of its key, and of the authorities that it trusts. */
export interface MeshTlsFiles {
  cert: string;
  key: string;
  ca: string;
}

/** The texts of these files. */
export type MeshPem = Record<keyof MeshTlsFiles, Buffer>;

/** How often the files are read again, in milliseconds. */
const RELOAD_MS = 10_000;
/** A connection that ends during its handshake says nothing about a certificate. */
const BROKEN = new Set<unknown>([undefined, 'ECONNRESET', 'EPIPE']);

/**
 * Reads a certificate, and checks that its parts fit together.
 * @throws ConfigError that names the setting of the faulty file.
 */
export function readMeshPem(files: MeshTlsFiles): MeshPem {
  const told = <T>(fault: string, read: () => T): T => {
    try {
      return read();
    } catch {
      throw new ConfigError([fault]);
    }
  };
  const cert = told('MESH_TLS_CERT_FILE cannot be read', () => readFileSync(files.cert));
  const key = told('MESH_TLS_KEY_FILE cannot be read', () => readFileSync(files.key));
  const ca = told('MESH_TLS_CA_FILE cannot be read', () => readFileSync(files.ca));
  const certificate = told('MESH_TLS_CERT_FILE holds no certificate in PEM', () => new X509Certificate(cert));
  told('MESH_TLS_CERT_FILE holds a certificate that cannot be read', () => readCertificates(cert));
  const privateKey = told('MESH_TLS_KEY_FILE holds no private key in PEM', () => createPrivateKey(key));
  told('MESH_TLS_CA_FILE holds no certificate in PEM', () => new X509Certificate(ca));
  told('MESH_TLS_CA_FILE holds a certificate that cannot be read', () => readCertificates(ca));
  if (!certificate.checkPrivateKey(privateKey))
    throw new ConfigError(['MESH_TLS_KEY_FILE is not the key of the certificate in MESH_TLS_CERT_FILE']);
  told('MESH_TLS_CERT_FILE or its key is not accepted by TLS', () => createSecureContext({ cert, key, ca }));
  return { cert, key, ca };
}

/** Reads every certificate of a file: TLS leaves out authorities that it cannot read, as at the end of half a file. */
const readCertificates = (pem: Buffer): X509Certificate[] =>
  pem
    .toString()
    .split(/(?=-----BEGIN)/)
    .filter((each) => each.startsWith('-----BEGIN'))
    .map((each) => new X509Certificate(each));

/**
 * The certificate of a process, for its server and its channels in the mesh. Its files are read again every few seconds,
 * and new connections use what they hold. Files that do not fit together, as between two writes, change nothing.
 */
export class MeshCertificate implements experimental.CertificateProvider {
  readonly #files: MeshTlsFiles;
  readonly #outage: OutageLog;
  readonly #log: Logger;
  readonly #noteRefused: ReturnType<typeof refusalLog>;
  readonly #timer: NodeJS.Timeout;
  readonly #observed: { stop(): void };
  readonly #followers = new Set<(pem: MeshPem) => void>();
  readonly #authorityListeners = new Set<experimental.CaCertificateUpdateListener>();
  readonly #identityListeners = new Set<experimental.IdentityCertificateUpdateListener>();
  #pem: MeshPem;

  /** @throws ConfigError when the files cannot be used. */
  constructor(files: MeshTlsFiles, log: Logger, reloadMs = RELOAD_MS) {
    this.#files = files;
    this.#log = log;
    this.#outage = new OutageLog(log, {
      began: 'the files of the certificate of the mesh cannot be used; the certificate before them stays',
      over: 'the files of the certificate of the mesh can be used again',
    });
    this.#noteRefused = refusalLog(log, 'a peer of the mesh is not trusted');
    this.#pem = readMeshPem(files);
    this.#timer = setInterval(() => this.#reload(), reloadMs).unref();
    this.#observed = observe([certificateExpiry], (give) =>
      give(certificateExpiry, Date.parse(new X509Certificate(this.#pem.cert).validTo) / 1e3, {}),
    );
  }

  get pem(): MeshPem {
    return this.#pem;
  }

  /** Tells each replacement. Answers the function that ends it. */
  follow(follower: (pem: MeshPem) => void): () => void {
    this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  }

  /** Credentials of a channel: it shows this certificate, and trusts a peer of these authorities that has its name. */
  channelCredentials(): ChannelCredentials {
    const security = experimental.createCertificateProviderChannelCredentials(this, this);
    const create = security._createSecureConnector.bind(security);
    security._createSecureConnector = (target, ...given) => {
      const connector = create(target, ...given);
      const connect = connector.connect.bind(connector);
      connector.connect = (socket) =>
        connect(socket).catch((error: Error & { code?: string }) => {
          if (!BROKEN.has(error.code)) this.#noteRefused(target.path, error.message);
          throw error;
        });
      return connector;
    };
    return security;
  }

  addCaCertificateListener(listener: experimental.CaCertificateUpdateListener): void {
    this.#authorityListeners.add(listener);
    listener({ caCertificate: this.#pem.ca });
  }

  removeCaCertificateListener(listener: experimental.CaCertificateUpdateListener): void {
    this.#authorityListeners.delete(listener);
  }

  addIdentityCertificateListener(listener: experimental.IdentityCertificateUpdateListener): void {
    this.#identityListeners.add(listener);
    listener({ certificate: this.#pem.cert, privateKey: this.#pem.key });
  }

  removeIdentityCertificateListener(listener: experimental.IdentityCertificateUpdateListener): void {
    this.#identityListeners.delete(listener);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#observed.stop();
  }

  #reload(): void {
    try {
      const pem = readMeshPem(this.#files);
      this.#outage.over();
      if ((['cert', 'key', 'ca'] as const).every((part) => pem[part].equals(this.#pem[part]))) return;
      this.#pem = pem;
    } catch (error) {
      this.#outage.began(error);
      return;
    }
    const { ca: caCertificate, cert: certificate, key: privateKey } = this.#pem;
    for (const follower of this.#followers) follower(this.#pem);
    for (const listener of this.#authorityListeners) listener({ caCertificate });
    for (const listener of this.#identityListeners) listener({ certificate, privateKey });
    this.#log.info({ validTo: new X509Certificate(certificate).validTo }, 'the certificate of the mesh was replaced');
  }
}
