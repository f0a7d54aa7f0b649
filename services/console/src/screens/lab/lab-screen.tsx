import { Page } from '../../components/page/page.tsx';

/** A lab: which tools of a server are confused. */
export const LabScreen = () => (
  <Page
    title="A lab: which tools of a server are confused."
    crumbs={[{ text: 'A lab: which tools of a server are confused.' }]}
  >
    <h1>A lab: which tools of a server are confused.</h1>
  </Page>
);
