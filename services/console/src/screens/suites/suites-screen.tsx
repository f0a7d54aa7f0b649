import { Page } from '../../components/page/page.tsx';

/** The suites of a project. */
export const SuitesScreen = () => (
  <Page title="The suites of a project." crumbs={[{ text: 'The suites of a project.' }]}>
    <h1>The suites of a project.</h1>
  </Page>
);
