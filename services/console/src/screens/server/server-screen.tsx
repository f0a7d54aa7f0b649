import { Page } from '../../components/page/page.tsx';

/** A server, with its tabs. */
export const ServerScreen = () => (
  <Page title="A server, with its tabs." crumbs={[{ text: 'A server, with its tabs.' }]}>
    <h1>A server, with its tabs.</h1>
  </Page>
);
