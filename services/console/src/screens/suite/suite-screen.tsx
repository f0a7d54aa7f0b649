import { Page } from '../../components/page/page.tsx';

/** A suite, with its tabs. */
export const SuiteScreen = () => (
  <Page title="A suite, with its tabs." crumbs={[{ text: 'A suite, with its tabs.' }]}>
    <h1>A suite, with its tabs.</h1>
  </Page>
);
