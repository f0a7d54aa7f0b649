import { gauge, histogram } from '../../telemetry/metric.ts';

export const rpcDuration = histogram(
  {
    name: 'rpc.server.call.duration',
    unit: 's',
    description: 'How long calls took that this process answered.',
    labels: ['rpc.method', 'rpc.response.status_code'],
  },
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
);

export const certificateExpiry = gauge({
  name: 'assay.mesh.certificate.expiry.timestamp',
  unit: 's',
  description: 'When the certificate of this process in the mesh expires, as seconds since 1970.',
  labels: [],
});
