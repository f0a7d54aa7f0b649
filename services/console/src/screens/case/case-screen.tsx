import { Page } from '../../components/page/page.tsx';

/** The editor of a case. */
export const CaseScreen = () => (
  <Page title="The editor of a case." crumbs={[{ text: 'The editor of a case.' }]}>
    <h1>The editor of a case.</h1>
  </Page>
);
