import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describeOAuth } from '../src/oauth-description.ts';
import { saved } from './saved.ts';

/** An HTTP server that answers the given paths with JSON, made from its own origin. */
async function serving(documents: (origin: string) => Record<string, object>) {
  const server = createServer((request, response) => {
    const found = documents(origin)[request.url!];
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, stop: async () => { server.close(); server.closeAllConnections(); await once(server, 'close'); } };
}

const issuer = (origin: string, more: object) => ({
  issuer: origin, authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token`, response_types_supported: ['code'], ...more,
});

test('an OAuth description names the ways to register and the places of the metadata', async () => {
  const server = await serving((origin) => ({
    '/.well-known/oauth-protected-resource/mcp': { resource: `${origin}/mcp`, authorization_servers: [origin] },
    '/.well-known/oauth-authorization-server': issuer(origin, { registration_endpoint: `${origin}/register`, client_id_metadata_document_supported: true }),
  }));
  const resourceMetadataUrl = `${server.origin}/.well-known/oauth-protected-resource/mcp`;
  expect(await describeOAuth(saved(`${server.origin}/mcp`), resourceMetadataUrl)).toEqual({
    registrationStrategies: ['cimd', 'dcr', 'preregistered'], resourceMetadataUrl,
    authorizationServerUrl: server.origin, authorizationServerMetadataUrl: `${server.origin}/.well-known/oauth-authorization-server`,
  });
  await server.stop();
});

test('an authorization server without registration knows only clients that it was told of', async () => {
  const server = await serving((origin) => ({ '/.well-known/oauth-authorization-server': issuer(origin, {}) }));
  expect(await describeOAuth(saved(`${server.origin}/mcp`))).toMatchObject({ registrationStrategies: ['preregistered'] });
  await server.stop();
});

test('what cannot be found out is left out', async () => {
  const server = await serving(() => ({}));
  expect(await describeOAuth(saved(`${server.origin}/mcp`))).toMatchObject({ registrationStrategies: [] });
  await server.stop();
  expect(await describeOAuth(saved(`${server.origin}/mcp`), 'ftp://nowhere/')).toEqual({ registrationStrategies: [], resourceMetadataUrl: 'ftp://nowhere/' });
});
