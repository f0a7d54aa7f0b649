import { egressToGateway } from '../src/gateway-egress.ts';
import { openEgress } from '../src/egress.ts';
import { ONE_MACHINE_EGRESS, operatorEgressSettings } from '../src/settings.ts';
import { serveHttp } from './serve.ts';

const egress = openEgress(operatorEgressSettings(ONE_MACHINE_EGRESS));
const echo = () =>
  serveHttp(({ url, headers: { host, authorization } }, response) => {
    response.end(JSON.stringify({ url, host, authorization }));
  });

test('a request below the public address goes to the gateway as a proxy would pass it on', async () => {
  const to = egressToGateway({ publicUrl: 'https://assay.test/evals', gatewayUrl: await echo() }, egress);
  const answer = await to.fetch('https://assay.test/evals/mcp?x=1', { headers: { authorization: 'Bearer k' } });
  expect(await answer.json()).toEqual({ url: '/mcp?x=1', host: 'assay.test', authorization: 'Bearer k' });
  expect(answer.url).toBe('https://assay.test/evals/mcp?x=1');
});

test('any other request goes where its address leads', async () => {
  const [gatewayUrl, elsewhere] = [await echo(), await echo()];
  const to = egressToGateway({ publicUrl: elsewhere + '/evals', gatewayUrl }, egress);
  for (const path of ['/evalsuites', '/mcp'])
    expect(await (await to.fetch(`${elsewhere}${path}`)).json()).toMatchObject({
      url: path,
      host: new URL(elsewhere).host,
    });
});

test('without an address of its own the egress is the same', () => {
  expect(egressToGateway({ publicUrl: 'http://a.test', gatewayUrl: 'http://a.test' }, egress)).toBe(egress);
});
