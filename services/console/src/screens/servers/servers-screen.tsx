import { Page } from '../../components/page/page.tsx';

/** The servers of a project. */
export const ServersScreen = () => (
  <Page title="The servers of a project." crumbs={[{ text: 'The servers of a project.' }]}>
    <h1>The servers of a project.</h1>
  </Page>
);
