import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { tellRenewedSession, useEndedSession } from '../../data/ended-session.ts';
import { useOperation } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { signInPath } from '../../lib/sign-in-path.ts';
import { Button } from '../button/button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { TextField } from '../field/field.tsx';
import { ActionError } from '../part/part.tsx';

/** The sign-in over a page whose session has ended: what was typed stays where it is. Operations: getSession, signIn. */
export function EndedSession() {
  return useEndedSession() ? <SignInAgain /> : null;
}

function SignInAgain() {
  const session = useOperation('getSession');
  const cache = useQueryClient();
  const before = session.data?.user;
  const [email, setEmail] = useState(before?.email ?? '');
  const [password, setPassword] = useState('');
  const signIn = useAction(() => client.signIn({ email, password }), {
    onDone: ({ user }) => {
      if (before && user.id !== before.id) location.reload();
      tellRenewedSession();
      void cache.invalidateQueries();
    },
  });
  const leave = (): void => location.assign(signInPath());
  return (
    <Dialog
      alert
      title="Your session has ended"
      onClose={() => undefined}
      footer={
        <>
          <Button onClick={leave}>Leave the page</Button>
          <Button look="primary" disabled={signIn.isRunning} onClick={() => signIn.run(undefined)} keyHint="Enter">
            Sign in
          </Button>
        </>
      }
    >
      <form
        className="col"
        onSubmit={(event) => {
          event.preventDefault();
          signIn.run(undefined);
        }}
      >
        <p className="muted">
          It was not used for 7 days, or it was ended elsewhere. What you typed is kept in this tab; sign in to continue
          where you are.
        </p>
        <TextField label="E-mail" type="email" autoComplete="username" value={email} onValue={setEmail} />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onValue={setPassword}
        />
        <ActionError error={signIn.error} />
        <button type="submit" hidden />
        <p className="small faint">Signing in as another person reloads the page, without these changes.</p>
      </form>
    </Dialog>
  );
}
