import { Page } from '../../components/page/page.tsx';

/** A run, with its tabs. */
export const RunScreen = () => (
  <Page title="A run, with its tabs." crumbs={[{ text: 'A run, with its tabs.' }]}>
    <h1>A run, with its tabs.</h1>
  </Page>
);
