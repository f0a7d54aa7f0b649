import { Page } from '../../components/page/page.tsx';

/** The tools of a server, and calls of them. */
export const ServerToolsScreen = () => (
  <Page
    title="The tools of a server, and calls of them."
    crumbs={[{ text: 'The tools of a server, and calls of them.' }]}
  >
    <h1>The tools of a server, and calls of them.</h1>
  </Page>
);
