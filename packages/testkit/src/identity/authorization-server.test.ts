import { CONFIDENTIAL_CLIENT, startAuthorizationServer } from './authorization-server.ts';

test('a refresh token can be used once', async () => {
  const server = await startAuthorizationServer({ lifetime: 60 });
  const verifier = 'v'.repeat(43);
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: CONFIDENTIAL_CLIENT.client_id,
    redirect_uri: 'https://assay.test/callback',
    scope: 'tools offline_access',
    prompt: 'consent',
    resource: 'https://mcp.test/mcp',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const code = (await server.browse(`${server.issuer}/auth?${query.toString()}`)).searchParams.get('code')!;
  const ask = async (parameters: Record<string, string>) => {
    const authorization = `Basic ${btoa(`${CONFIDENTIAL_CLIENT.client_id}:${encodeURIComponent(CONFIDENTIAL_CLIENT.client_secret)}`)}`;
    const response = await fetch(`${server.issuer}/token`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(parameters),
    });
    return (await response.json()) as Record<string, string>;
  };
  const first = await ask({
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'https://assay.test/callback',
    code_verifier: verifier,
  });
  expect(first).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
  const refresh = { grant_type: 'refresh_token', refresh_token: first['refresh_token']! };
  expect(await ask(refresh)).toMatchObject({ access_token: expect.any(String), expires_in: 60 });
  expect(await ask(refresh)).toMatchObject({ error: 'invalid_grant' });
  expect([server.granted, server.refused]).toEqual([{ authorization_code: 1, refresh_token: 1 }, ['invalid_grant']]);
  await server.stop();
});
