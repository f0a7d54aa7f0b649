import { Page } from '../../components/page/page.tsx';

/** Leads to the page of any id. */
export const ByIdScreen = () => (
  <Page title="Leads to the page of any id." crumbs={[{ text: 'Leads to the page of any id.' }]}>
    <h1>Leads to the page of any id.</h1>
  </Page>
);
