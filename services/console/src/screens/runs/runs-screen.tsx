import { Page } from '../../components/page/page.tsx';

/** The runs of a project. */
export const RunsScreen = () => (
  <Page title="The runs of a project." crumbs={[{ text: 'The runs of a project.' }]}>
    <h1>The runs of a project.</h1>
  </Page>
);
