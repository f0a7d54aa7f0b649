import { Page } from '../../components/page/page.tsx';

/** The access to a server, step by step. */
export const ServerOauthScreen = () => (
  <Page title="The access to a server, step by step." crumbs={[{ text: 'The access to a server, step by step.' }]}>
    <h1>The access to a server, step by step.</h1>
  </Page>
);
