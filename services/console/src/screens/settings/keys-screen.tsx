import { Page } from '../../components/page/page.tsx';

/** The API keys of an organization. */
export const KeysScreen = () => (
  <Page title="The API keys of an organization." crumbs={[{ text: 'The API keys of an organization.' }]}>
    <h1>The API keys of an organization.</h1>
  </Page>
);
