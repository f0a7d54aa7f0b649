import { useState } from 'react';
import { given } from '@assay/contract/given';
import { Button } from '../../components/button/button.tsx';
import { firstCause, type DoctorReport } from '../../components/doctor-stages/stages.ts';
import { SelectField, TextField } from '../../components/field/field.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Note } from '../../components/note/note.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { useAction } from '../../data/use-action.ts';
import { useKeys } from '../../lib/keys.ts';
import { faultsOf, nameOf, saveServer } from './save-server.ts';

type SignIn = 'find' | 'none' | 'headers' | 'oauth' | 'client_credentials';

/** A server by its address: it is asked before it is saved. Operations: diagnoseAddress, createProjectServer. */
export function AddressForm({ projectId, onSaved }: { projectId: string; onSaved: (serverId: string) => void }) {
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const [signIn, setSignIn] = useState<SignIn>('find');
  const [header, setHeader] = useState({ name: 'Authorization', value: '' });
  const [clientOf, setClient] = useState({ id: '', secret: '' });
  const headers = signIn === 'headers' && header.value !== '' ? { [header.name]: header.value } : undefined;

  const save = useAction(
    async ({ report, at = url }: { report?: DoctorReport; at?: string }) => {
      const typed = name.trim();
      const found = report?.initInfo?.serverInfo?.['name'];
      return saveServer(
        projectId,
        {
          name: typed || nameOf(found, at),
          enabled: true,
          transportType: 'http',
          url: at,
          ...given({ headers }),
          ...(signIn !== 'find' && { authMethod: signIn }),
          ...(signIn === 'oauth' && { useOAuth: true }),
          ...(signIn === 'client_credentials' && { clientId: clientOf.id, clientSecret: clientOf.secret }),
        },
        typed !== '',
      );
    },
    { changes: ['listProjectServers'], onDone: onSaved },
  );
  // A server that answers is saved at once; another one is shown with its cause first.
  const ask = useAction((at: string) => client.diagnoseAddress({ projectId }, { url: at, ...given({ headers }) }), {
    onDone: (report, at) => {
      if (report.status !== 'error') save.run({ report, at });
    },
  });
  const isRunning = ask.isRunning || save.isRunning;
  const start = (at = url): void => {
    if (isRunning || at.trim() === '') return;
    if (at !== url) setUrl(at);
    save.forget();
    ask.run(at.trim());
  };
  useKeys([{ keys: ['mod+Enter'], label: 'continue', run: () => start() }]);
  const refused = ask.reply?.status === 'error' && !ask.isRunning ? ask.reply : undefined;
  const faults = { ...faultsOf(ask.error), ...faultsOf(save.error) };
  return (
    <>
      <TextField
        label="Address"
        mono
        type="url"
        inputMode="url"
        autoFocus
        value={url}
        placeholder="http://127.0.0.1:3001/mcp"
        hint="Where the server speaks Streamable HTTP. The older HTTP+SSE is detected."
        error={faults.url}
        onValue={(value) => {
          setUrl(value);
          ask.forget();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) start();
        }}
      />
      <div className="first-run-two">
        <TextField
          label="Name"
          value={name}
          maxLength={200}
          hint="Taken from the server when you leave it empty."
          error={faults.name}
          onValue={setName}
        />
        <SelectField
          label="Sign-in"
          value={signIn}
          hint="Or: none, headers, OAuth, client credentials."
          options={[
            ['find', 'Find out from the server'],
            ['none', 'None'],
            ['headers', 'A header'],
            ['oauth', 'OAuth: a person signs in'],
            ['client_credentials', 'OAuth: client credentials'],
          ]}
          onValue={setSignIn}
        />
      </div>
      {signIn === 'headers' && (
        <div className="first-run-two">
          <TextField
            label="Header"
            mono
            value={header.name}
            onValue={(value) => setHeader({ ...header, name: value })}
          />
          <TextField
            label="Value"
            type="password"
            autoComplete="new-password"
            value={header.value}
            hint="Sealed here, and never shown again."
            onValue={(value) => setHeader({ ...header, value })}
          />
        </div>
      )}
      {signIn === 'client_credentials' && (
        <div className="first-run-two">
          <TextField label="Client id" mono value={clientOf.id} onValue={(id) => setClient({ ...clientOf, id })} />
          <TextField
            label="Client secret"
            type="password"
            autoComplete="new-password"
            value={clientOf.secret}
            hint="Sealed here, and never shown again."
            onValue={(secret) => setClient({ ...clientOf, secret })}
          />
        </div>
      )}
      {refused && <Refused report={refused} onUse={start} />}
      <ActionError error={faults.other ?? null} />
      <div className="row">
        <Button look="primary" keyHint="mod+Enter" disabled={isRunning} onClick={() => start()}>
          {ask.isRunning ? 'Asking the server…' : save.isRunning ? 'Saving…' : 'Save and diagnose'}
        </Button>
        {refused && (
          <Button look="quiet" disabled={isRunning} onClick={() => save.run({})}>
            Save anyway
          </Button>
        )}
      </div>
    </>
  );
}

/** Why the server at an address cannot be used, and the address that can. */
function Refused({ report, onUse }: { report: DoctorReport; onUse: (url: string) => void }) {
  const stage = firstCause(report);
  const { cause, explanation, nextStep, evidence, detail } =
    stage === undefined ? ({} as Partial<DoctorReport['checks']['probe']>) : report.checks[stage];
  const better = evidence?.['answersAt'];
  const text = explanation ?? detail ?? report.error?.message ?? 'It cannot be used.';
  return (
    <Note
      kind="failed"
      title={
        <>
          {cause !== undefined && <code>{cause}</code>}
          {cause !== undefined && ': '}
          <Foreign text={text} />
        </>
      }
      action={
        typeof better === 'string' &&
        URL.canParse(better) && (
          <Button small autoFocus onClick={() => onUse(better)}>
            <span dir="auto">Use {better}</span>
          </Button>
        )
      }
    >
      {nextStep !== undefined && <Foreign text={nextStep} />}
    </Note>
  );
}
