import { Page } from '../../components/page/page.tsx';

/** The runs of a run group as a matrix of cases and targets. */
export const MatrixScreen = () => (
  <Page
    title="The runs of a run group as a matrix of cases and targets."
    crumbs={[{ text: 'The runs of a run group as a matrix of cases and targets.' }]}
  >
    <h1>The runs of a run group as a matrix of cases and targets.</h1>
  </Page>
);
