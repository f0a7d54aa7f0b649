import { Metadata } from '@grpc/grpc-js';

const BEARER = /^bearer +(\S+)$/i;

/** Metadata of a caller from outside of the mesh, who holds `token`. */
export function withBearer(token: string): Metadata {
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${token}`);
  return metadata;
}

/** The token that a caller from outside of the mesh holds, if they hold one. */
export const bearerOf = (metadata: Metadata): string | undefined =>
  BEARER.exec(String(metadata.get('authorization')[0]))?.[1];
