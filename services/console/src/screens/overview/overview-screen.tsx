import { Page } from '../../components/page/page.tsx';

/** The overview of a project. */
export const OverviewScreen = () => (
  <Page title="The overview of a project." crumbs={[{ text: 'The overview of a project.' }]}>
    <h1>The overview of a project.</h1>
  </Page>
);
