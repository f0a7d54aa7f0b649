import { Link } from '@tanstack/react-router';
import { Bar } from '../../components/bar/bar.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Section } from '../../components/section/section.tsx';
import { useOperation, type ReplyOf } from '../../data/operations.ts';
import { writeCount, writeRate } from '../../lib/format/numbers.ts';
import type { LintedReport } from './lint-rows.ts';

/** From this share on two tools count as alike. */
const ALIKE = 0.5;
/** At most this many pairs are listed. */
const MAX_PAIRS = 5;
/** At most this many tools are listed by their size. */
const MAX_TOOLS = 20;

/** Tools that share words, how often runs confused them, and the tokens that each tool takes. Operations: listCatalogueLabs, listToolConfusions. */
export const LintCatalogue = ({
  report,
  address,
}: {
  report: LintedReport;
  address: { projectId: string; serverId: string };
}) => (
  <div className="cols c2 lint-catalogue">
    <Similar report={report} address={address} />
    <Sizes report={report} />
  </div>
);

function Similar({ report, address }: { report: LintedReport; address: { projectId: string; serverId: string } }) {
  const labs = useOperation(
    'listCatalogueLabs',
    { projectId: address.projectId },
    { serverId: address.serverId, limit: 1 },
  );
  const lab = labs.data?.items[0];
  const confusions = useOperation('listToolConfusions', address);
  const pairs = report.similarTools.slice(0, MAX_PAIRS);
  return (
    <Section
      title="Tools that are easily confused"
      about="by the words that they share"
      aside={
        lab && (
          <Link to="/p/$projectId/servers/$serverId/lab/$labId" params={{ ...address, labId: lab.id }}>
            Open the lab
          </Link>
        )
      }
    >
      {pairs.length > 0 && (
        <div className="frame tight">
          <table className="dense">
            <thead>
              <tr>
                <th className="mark-cell" aria-label="Severity" />
                <th>Pair</th>
                <th className="wide-only">Shared words</th>
                <th className="num">Of all</th>
                <th className="num">Confused</th>
              </tr>
            </thead>
            <tbody>
              {pairs.map(({ tools: [one = '', other = ''], words, share }) => (
                <tr key={`${one} ${other}`}>
                  <td className="mark-cell">
                    <Mark kind={share > ALIKE ? 'warning' : 'note'} />
                  </td>
                  <td className="fit-cell">
                    <code>
                      <Foreign text={one} />
                    </code>{' '}
                    <span className="faint">and</span>{' '}
                    <code>
                      <Foreign text={other} />
                    </code>
                  </td>
                  <td className="fill-cell cut muted wide-only">
                    <Foreign text={words.join(', ')} />
                  </td>
                  <td className="num">{writeRate(share)}</td>
                  <td className="num">
                    <Confused found={confusions.data?.items} pair={[one, other]} projectId={address.projectId} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="small faint lint-foot">
        {pairs.length === 0
          ? 'No two tools share a tenth of their words.'
          : pairs.some(({ share }) => share > ALIKE)
            ? 'Pairs that share more than half of their words are marked.'
            : 'No pair shares more than half of its words.'}{' '}
        “Confused”: failed trials of the last {confusions.data?.runs ?? 10} runs that called the one where the other was
        expected. The catalogue lab measures it with a model, and at a price.
      </p>
    </Section>
  );
}

/** How many trials called one tool of a pair in place of the other; the count leads to one of them. */
function Confused({
  found,
  pair,
  projectId,
}: {
  found: ReplyOf<'listToolConfusions'>['items'] | undefined;
  pair: readonly string[];
  projectId: string;
}) {
  if (found === undefined) return '';
  const both = found.filter(({ expected, called }) => pair.includes(expected) && pair.includes(called));
  const [first] = both;
  if (!first) return <span className="faint">0</span>;
  return (
    <Link to="/p/$projectId/runs/$runId/i/$iterationId" params={{ projectId, ...first.example }}>
      {writeCount(both.reduce((sum, { trials }) => sum + trials, 0))}
    </Link>
  );
}

function Sizes({ report: { catalogue } }: { report: LintedReport }) {
  const { tools, tokens, method } = catalogue;
  if (tools.length === 0) return null;
  const largest = tools[0]!.tokens;
  return (
    <Section
      title="What the catalogue costs"
      about={`tokens of every request that offers ${tools.length === 1 ? 'the tool' : `all ${writeCount(tools.length)} tools`}`}
    >
      <div className="frame tight">
        <table className="dense">
          <thead>
            <tr>
              <th>Tool</th>
              <th aria-label="Share of the largest tool" />
              <th className="num">Estimate</th>
            </tr>
          </thead>
          <tbody>
            {tools.slice(0, MAX_TOOLS).map(({ name, tokens: own }) => (
              <tr key={name}>
                <td className="fit-cell">
                  <code>
                    <Foreign text={name} />
                  </code>
                </td>
                <td className="lint-bar">
                  <Bar parts={[{ share: own / largest }]} label={`${writeCount(own)} tokens`} />
                </td>
                <td className="num fit-cell">{writeCount(own)}</td>
              </tr>
            ))}
            <tr>
              <td className="medium fit-cell">All {writeCount(tools.length)}</td>
              <td className="faint small">{method}; tokenizers differ by about a fifth</td>
              <td className="num medium">{writeCount(tokens)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </Section>
  );
}
