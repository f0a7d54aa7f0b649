import { readEnv, type Env } from '@assay/kit/env';

export interface Config {
  /** host:port to serve gRPC on. */
  address: string;
  meshSecret: string;
  keyEncryptionKey: Buffer;
  catalogAddress: string;
  reflection: boolean;
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => ({
    address: reader.text('LISTEN_ADDRESS', '0.0.0.0:50051'),
    meshSecret: reader.secret('MESH_SECRET'),
    keyEncryptionKey: reader.key('KEY_ENCRYPTION_KEY'),
    catalogAddress: reader.text('CATALOG_ADDRESS'),
    reflection: reader.flag('GRPC_REFLECTION', true),
  }));
