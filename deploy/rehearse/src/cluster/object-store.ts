import { randomBytes } from 'node:crypto';
import { startS3 } from '../../../../packages/kit/test/s3-server.ts';
import { startBalancer } from './balancer.ts';
import type { Cluster } from './cluster.ts';

/** An S3-compatible store that can go away. */
export interface ObjectStore {
  /** The settings of the services. */
  env: Record<string, string>;
  goAway(): void;
  comeBack(): void;
  /** Uploads a file to the installation; answers the status. */
  upload(cluster: Cluster): Promise<number>;
  stop(): Promise<void>;
}

/** A port that refuses connections. */
const CLOSED_PORT = 1;

export async function startObjectStore(): Promise<ObjectStore> {
  const { settings, stop } = await startS3('rehearsal');
  const port = Number(new URL(settings.endpoint).port);
  let isAway = false;
  const balancer = await startBalancer(() => ({ hosts: ['127.0.0.1'], port: isAway ? CLOSED_PORT : port }));
  return {
    env: {
      BLOBS_S3_BUCKET: settings.bucket,
      BLOBS_S3_ENDPOINT: balancer.origin,
      BLOBS_S3_KEY: settings.accessKeyId,
      BLOBS_S3_SECRET: settings.secretAccessKey,
    },
    goAway: () => {
      isAway = true;
      balancer.disconnect();
    },
    comeBack: () => {
      isAway = false;
    },
    upload: async ({ api: { assay, projectId }, origin }) => {
      const { uploadUrl } = await assay.createEvalIngestUploadUrl({ projectId });
      const { pathname } = new URL(uploadUrl);
      const { status } = await fetch(`${origin}${pathname}`, { method: 'PUT', body: randomBytes(100) });
      return status;
    },
    stop: async () => {
      await balancer.stop();
      await stop();
    },
  };
}
