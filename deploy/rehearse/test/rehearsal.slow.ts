import { acts } from '../src/acts.ts';
import { rehearse } from '../src/rehearse-acts.ts';

/** The longest act with its installation, in milliseconds. */
const ACT_MS = 600_000;
/** `ACTS=drain,failover npm run test:slow -- deploy/rehearse/test/rehearsal` plays these acts alone. */
const names = process.env.ACTS?.split(',');
const chosen = acts.filter(({ name, impossible }) => impossible === undefined && (names?.includes(name) ?? true));

test(
  'every act of the rehearsal keeps its promise',
  async () => {
    const reports = await rehearse(chosen);
    expect(reports.filter(({ faults }) => faults.length > 0)).toEqual([]);
    expect(reports.map(({ act }) => act)).toEqual(chosen.map(({ name }) => name));
  },
  chosen.length * ACT_MS,
);
