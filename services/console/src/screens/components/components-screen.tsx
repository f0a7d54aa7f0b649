import './components-screen.css';
import { Page } from '../../components/page/page.tsx';
import { ServerSamples } from './server-samples.tsx';
import { EditingSamples } from './editing-samples.tsx';
import { TraceSamples } from './trace-samples.tsx';
import { Buttons, Chips, Fields, Floating } from './control-samples.tsx';
import { Notes, Rows } from './row-samples.tsx';
import { Dots, Marks, Rulers, RunsInTime, Surfaces, Types } from './sign-samples.tsx';

/** Every component in each of its states. It is made of no operation. */
export const ComponentsScreen = () => (
  <Page title="Components" crumbs={[{ text: 'Console' }, { text: 'Components' }]}>
    <div className="title">
      <h1>Components</h1>
      <span className="faint">each in its states; other parts are made of these</span>
    </div>
    <div className="cols c2 samples">
      <div>
        <Marks />
        <Dots />
        <Rulers />
        <RunsInTime />
        <Buttons />
        <Fields />
        <Chips />
        <Floating />
      </div>
      <div>
        <Notes />
        <Rows />
        <EditingSamples />
        <Types />
        <Surfaces />
      </div>
    </div>
    <ServerSamples />
    <TraceSamples />
  </Page>
);
