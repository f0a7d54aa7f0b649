import { counter, histogram, upDownCounter } from '@assay/kit/telemetry/metric';

export const requestDuration = histogram(
  {
    name: 'http.server.request.duration',
    unit: 's',
    description: 'How long requests took. Streams of events, which last for as long as a client watches, are left out.',
    labels: ['http.request.method', 'http.route', 'http.response.status_code'],
  },
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
);

export const activeRequests = upDownCounter({
  name: 'http.server.active_requests',
  unit: '{request}',
  description: 'Requests under way, streams of events included.',
  labels: [],
});

export const requestsRefused = counter({
  name: 'assay.requests.refused',
  unit: '{request}',
  description: 'Requests that a limit refused (429), by limit.',
  labels: ['limit'],
});
