import { Page } from '../../components/page/page.tsx';

/** One iteration of a run, with its trace. */
export const IterationScreen = () => (
  <Page title="One iteration of a run, with its trace." crumbs={[{ text: 'One iteration of a run, with its trace.' }]}>
    <h1>One iteration of a run, with its trace.</h1>
  </Page>
);
