import './server-oauth.css';
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { given } from '@assay/contract/given';
import { Button } from '../../components/button/button.tsx';
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { MoreMenu } from '../../components/menu/menu.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { operationQuery, type ReplyOf } from '../../data/operations.ts';
import { copyText } from '../../lib/copy-text.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { ServerFrame } from '../server/server-frame.tsx';
import type { ServerTabProps } from '../server/server-tab.ts';
import { GrantPanel } from './grant-panel.tsx';
import { HeadersAndSecrets } from './headers-and-secrets.tsx';
import { ImportTokens } from './import-tokens.tsx';
import { ownerText } from './owner-text.ts';
import { useSignIn } from './use-sign-in.ts';
import { walkVerdict, WalkWhy } from './walk-verdict.tsx';
import { WalkSteps } from './walk-steps.tsx';
import { WhoGetsIn } from './who-gets-in.tsx';

const route = getRouteApi('/shell/p/$projectId/servers/$serverId/oauth');
type Walk = ReplyOf<'walkOAuth'>;

const comparing = [
  ['parent', 'As Assay'],
  ['exact', 'Letter by letter'],
  ['none', 'Without comparing'],
] as const satisfies readonly (readonly [Walk['as'], string])[];
const revisions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const satisfies readonly Walk['revision'][];

/**
 * Whether a server lets Assay in, and whether it lets others in. Operations: walkOAuth, getOAuthGrant, renewOAuthGrant,
 * importOAuthTokens, deleteOAuthGrant, createServerConnection, getServerConnection, listProjectMembers.
 */
export function AccessTab({ server }: ServerTabProps) {
  const address = { projectId: server.projectId, serverId: server.id };
  const { as: wished, revision: wishedRevision, step } = route.useSearch();
  const navigate = route.useNavigate();
  const cache = useQueryClient();
  const as = comparing.find(([id]) => id === wished)?.[0] ?? 'parent';
  const revision = revisions.find((one) => one === wishedRevision) ?? '2025-11-25';
  const isCommand = server.transportType === 'stdio';
  // A walk asks the server: it is kept until it is asked for again.
  const asked = useQuery({
    ...operationQuery('walkOAuth', address, { as, revision }),
    staleTime: Infinity,
    enabled: !isCommand,
  });
  const walk = asked.data;
  const again = (): void => void cache.invalidateQueries({ queryKey: ['walkOAuth'] });
  const change = (next: object): void =>
    void navigate({ search: (before) => given({ ...before, ...next }), replace: true });
  const signIn = useSignIn(server, again);
  const [isImporting, setImporting] = useState(false);
  const worst = walk?.steps.find(({ status }) => status === 'failed') ?? walk?.steps.find(({ differs }) => differs);
  const open = step === undefined ? worst?.step : Number(step);
  const blocked =
    walk?.status === 'refused' && (walk.failedStep ?? 7) <= 4 ? `Step ${walk.failedStep} fails` : undefined;
  const mayTry = walk !== undefined && walk.steps.length > 0;
  const hasGrantPanel = !isCommand && (mayTry || walk === undefined || walk.hasGrant || server.useOAuth);
  const moveTo = (next: number | undefined): void => change({ step: next === undefined ? '0' : String(next) });
  return (
    <ServerFrame
      server={server}
      tab="access"
      request={{ operation: 'walkOAuth', params: address }}
      keys={[
        {
          keys: ['j', 'k'],
          label: 'step',
          run: (key) => mayTry && moveTo(Math.min(7, Math.max(1, (open ?? 0) + (key === 'j' ? 1 : -1)))),
        },
        { keys: ['d'], label: 'check again', run: again },
        { keys: ['S'], label: 'sign in', run: () => blocked === undefined && mayTry && signIn.begin() },
        { keys: ['i'], label: 'import tokens', run: () => !isCommand && setImporting(true) },
      ]}
      head={
        <Verdict
          {...walkVerdict(walk, isCommand)}
          why={<WalkWhy walk={walk} isCommand={isCommand} />}
          actions={
            !isCommand && (
              <>
                {mayTry && (
                  <Button
                    look="primary"
                    icon="key"
                    keyHint="S"
                    disabled={blocked !== undefined || signIn.isRunning}
                    title={blocked}
                    onClick={signIn.begin}
                  >
                    {signIn.isRunning
                      ? 'Waiting for the sign-in…'
                      : walk.status === 'sign_in' || blocked
                        ? 'Sign in'
                        : 'Sign in again'}
                  </Button>
                )}
                <MoreMenu
                  actions={[
                    { word: 'Check again', keyHint: 'd', run: again },
                    { word: 'Import tokens', keyHint: 'i', run: () => setImporting(true) },
                    {
                      word: 'Copy for its owner',
                      run: () => walk && copyText(ownerText(walk), 'The fault'),
                      ...given({ reason: worst ? undefined : 'nothing fails' }),
                    },
                  ]}
                />
              </>
            )
          }
        >
          <SignInState signIn={signIn} />
        </Verdict>
      }
    >
      {mayTry && (
        <FilterBar about={walk && <Checked walk={walk} />}>
          <Segments
            label="Whose walk"
            options={comparing}
            value={as}
            onChange={(next) => change({ as: next === 'parent' ? undefined : next, step: undefined })}
          />
          <Segments
            label="Revision of MCP"
            options={revisions.map((one) => [one, one] as const)}
            value={revision}
            onChange={(next) => change({ revision: next === '2025-11-25' ? undefined : next, step: undefined })}
          />
        </FilterBar>
      )}
      <div className="access-columns">
        <div>
          {!isCommand && (
            <Part of={asked} what="steps" rows={7}>
              {(data) =>
                data.steps.length > 0 && (
                  <>
                    <WalkSteps
                      steps={data.steps}
                      open={open}
                      onOpen={moveTo}
                      onAgain={again}
                      onCopy={() => copyText(ownerText(data), 'The fault')}
                    />
                    <WhoGetsIn walk={data} />
                  </>
                )
              }
            </Part>
          )}
        </div>
        <div>
          {hasGrantPanel && (
            <GrantPanel server={server} walk={walk} onImport={() => setImporting(true)} onChanged={again} />
          )}
          <HeadersAndSecrets server={server} />
        </div>
      </div>
      {isImporting && <ImportTokens server={server} onClose={() => setImporting(false)} onDone={again} />}
    </ServerFrame>
  );
}

const Checked = ({ walk }: { walk: Walk }) => (
  <>
    checked <Time time={walk.checkedAt} />, {writeDuration(walk.durationMs)}
  </>
);

/** Where the sign-in of a person is. */
const SignInState = ({ signIn }: { signIn: ReturnType<typeof useSignIn> }) => (
  <>
    {signIn.handoffUrl !== undefined && (
      <p className="why" role="status">
        The sign-in is open in another tab.{' '}
        <a href={signIn.handoffUrl} target="_blank" rel="noopener noreferrer">
          Open it again
        </a>
        , then come back: this page notices when it is over.
      </p>
    )}
    {signIn.refusal !== undefined && (
      <p className="why failed" role="alert">
        {signIn.refusal}
      </p>
    )}
    <ActionError error={signIn.error} />
  </>
);
