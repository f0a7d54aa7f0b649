import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Section } from '../../components/section/section.tsx';
import { Time } from '../../components/figures/figures.tsx';
import type { ReplyOf } from '../../data/operations.ts';

type Walk = ReplyOf<'walkOAuth'>;

const WAYS: Record<Walk['as'], string> = {
  exact: 'compares letter by letter',
  parent: 'takes a parent of the address',
  none: 'does not compare',
};
const OTHERS = 'Other clients';

/** How clients of each way of comparing fare. */
export const WhoGetsIn = ({ walk }: { walk: Walk }) => (
  <Section
    title={walk.status === 'refused' ? 'Who would still get in' : 'Who still gets in'}
    about={
      walk.clients.some(({ as, outcome }) => as === 'none' && outcome === 'continues') && walk.status === 'refused'
        ? 'a client that does not compare can be led to a false server'
        : 'how clients handle addresses that have to be equal'
    }
  >
    <div className="frame tight">
      <table className="dense">
        <thead>
          <tr>
            <th className="mark-cell" aria-label="Outcome" />
            <th>Client</th>
            <th className="wide-only">How it compares</th>
            <th>What it does</th>
            <th className="wide-only">Known from</th>
          </tr>
        </thead>
        <tbody>
          {walk.clients.flatMap(({ as, products, outcome, endsAt }) =>
            (products.length > 0 ? products : [OTHERS]).map((product) => (
              <tr key={`${as} ${product}`}>
                <td className="mark-cell">
                  <Mark kind={outcome === 'ends' ? 'failed' : 'passed'} word={outcome} />
                </td>
                <td className="fit-cell medium">
                  <Foreign text={product} />
                </td>
                <td className="fill-cell cut muted wide-only">{WAYS[as]}</td>
                <td className="fit-cell">{endsAt === undefined ? 'connects' : `ends at step ${endsAt}`}</td>
                <td className="fit-cell faint wide-only">
                  {product === 'Assay' ? (
                    <>
                      checked at <Time time={walk.checkedAt} />
                    </>
                  ) : (
                    'its way of comparing'
                  )}
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  </Section>
);
