import { Page } from '../../components/page/page.tsx';

/** The first run: from a server to a verdict. */
export const FirstRunScreen = () => (
  <Page
    title="The first run: from a server to a verdict."
    crumbs={[{ text: 'The first run: from a server to a verdict.' }]}
  >
    <h1>The first run: from a server to a verdict.</h1>
  </Page>
);
