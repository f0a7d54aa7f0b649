import { Page } from '../../components/page/page.tsx';

/** Two runs beside each other. */
export const CompareScreen = () => (
  <Page title="Two runs beside each other." crumbs={[{ text: 'Two runs beside each other.' }]}>
    <h1>Two runs beside each other.</h1>
  </Page>
);
