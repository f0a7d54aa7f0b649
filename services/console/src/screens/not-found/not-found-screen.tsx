import './not-found-screen.css';
import { useEffect } from 'react';
import { useLocation } from '@tanstack/react-router';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { KeyValues } from '../../components/section/key-values.tsx';
import { BrandMark } from '../../components/shell/brand-mark.tsx';
import { useOperation } from '../../data/operations.ts';
import { shortId } from '../../lib/format/ids.ts';
import { organizationPath, signInPath } from '../../lib/sign-in-path.ts';

/** The one page for missing objects and for objects that may not be seen. Operations: getSession. */
export function NotFoundScreen() {
  const { pathname } = useLocation();
  const session = useOperation('getSession');
  const { user, organizations, organizationId } = session.data ?? {};
  const organization = organizations?.find(({ id }) => id === organizationId);
  useEffect(() => {
    document.title = 'Not found · Assay';
  }, []);
  return (
    <main className="alone" id="main">
      <div className="box not-found">
        <div className="row">
          <BrandMark />
          <span className="strong">Assay</span>
        </div>
        <h1>There is nothing here that you can see</h1>
        <p className="muted">
          It was deleted, or it belongs to a project that you are not a member of. Assay does not say which.
        </p>
        <KeyValues
          rows={[
            ['Address', <code key="address">{pathname.split('/').map(shortId).join('/')}</code>],
            user && [
              'Signed in as',
              <span key="person">
                <Foreign text={user.email} />
                {organization && (
                  <>
                    {' in '}
                    <Foreign text={organization.name} />
                  </>
                )}
              </span>,
            ],
          ]}
        />
        <div className="row">
          <ButtonLink look="primary" to="/">
            Go to your projects
          </ButtonLink>
          {organizations !== undefined && organizations.length > 1 && (
            <Button onClick={() => location.assign(organizationPath())}>Switch organization</Button>
          )}
          <Button look="quiet" onClick={() => location.assign(signInPath())}>
            Sign in as another person
          </Button>
        </div>
      </div>
    </main>
  );
}
