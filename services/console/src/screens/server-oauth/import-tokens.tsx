import { useState } from 'react';
import { given } from '@assay/contract/given';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { TextArea, TextField } from '../../components/field/field.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { useAction } from '../../data/use-action.ts';
import type { ServerRead } from '../server/server-tab.ts';

type Tokens = Parameters<typeof client.importOAuthTokens>[1]['tokens'];

/** Hands tokens over that were granted elsewhere. They are sent once and kept nowhere in the browser. */
export function ImportTokens({
  server,
  onClose,
  onDone,
}: {
  server: ServerRead;
  onClose: () => void;
  onDone: () => void;
}) {
  const [text, setText] = useState('');
  const [issuer, setIssuer] = useState('');
  const [clientId, setClientId] = useState('');
  const tokens = text.trim() === '' ? undefined : tokensIn(text);
  const send = useAction(
    (body: Tokens) =>
      client.importOAuthTokens(
        { projectId: server.projectId, serverId: server.id },
        {
          serverUrl: server.url!,
          tokens: body,
          ...given({
            authorizationServerUrl: issuer === '' ? undefined : issuer,
            clientInformation: clientId === '' ? undefined : { clientId },
          }),
        },
      ),
    {
      changes: ['getOAuthGrant', 'getProjectServer'],
      onDone: () => {
        onClose();
        onDone();
      },
    },
  );
  const isReady = typeof tokens === 'object';
  return (
    <Dialog
      title="Import tokens"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!isReady || send.isRunning} onClick={() => isReady && send.run(tokens)}>
            {send.isRunning ? 'Importing…' : 'Import tokens'}
          </Button>
        </>
      }
    >
      <div className="col">
        <TextArea
          label="Token response, as JSON"
          hint="As the authorization server answered it: access_token, and if there are refresh_token, expires_in, scope."
          placeholder={'{ "access_token": "…", "refresh_token": "…", "expires_in": 3600 }'}
          mono
          rows={6}
          spellCheck={false}
          value={text}
          onValue={setText}
          error={typeof tokens === 'string' ? tokens : undefined}
        />
        <TextField
          label="Authorization server"
          hint="Found by the metadata of the server when it is empty."
          placeholder="https://"
          mono
          value={issuer}
          onValue={setIssuer}
        />
        <TextField
          label="Client id"
          hint="The client that the tokens were granted to; the saved one when it is empty."
          mono
          value={clientId}
          onValue={setClientId}
        />
        <ActionError error={send.error} />
      </div>
    </Dialog>
  );
}

/** The token response in a text, or why it is none. */
function tokensIn(text: string): Tokens | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('access_token' in value)) return 'It has no access_token.';
    return value as Tokens;
  } catch {
    return 'It is no JSON.';
  }
}
