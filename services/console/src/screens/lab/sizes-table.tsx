import { DifferenceRuler } from '../../components/ruler/difference-ruler.tsx';
import { Ruler } from '../../components/ruler/ruler.tsx';
import { Section } from '../../components/section/section.tsx';
import type { LabReport } from './confusion.ts';
import { pointsOf } from './lab-verdict.tsx';

type Point = LabReport['curves'][number]['points'][number];

/** Right calls by how many tools were offered: old and new words, and their difference. */
export function SizesTable({ report }: { report: LabReport }) {
  const [old, now] = (['old', 'new'] as const).map(
    (variant) => report.curves.find((curve) => curve.variant === variant)?.points,
  );
  if (!old) return null;
  return (
    <Section title="Right calls by how many tools are offered" about="of trials; bars: 95 % interval of tasks">
      <div className="frame">
        <table className="lab-sizes">
          <thead>
            <tr>
              <th className="num">Tools</th>
              <th className="num">{now ? 'Old' : 'Right'}</th>
              <th className="wide-only">0–100 %</th>
              {now && <th className="num">New</th>}
              {now && <th className="wide-only">0–100 %</th>}
              {now && <th className="num">Points</th>}
              {now && <th className="wide-only">−100 to +100</th>}
            </tr>
          </thead>
          <tbody>
            {old.map((point, at) => {
              const compared = report.comparison?.bySize.find(({ size }) => size === point.size);
              const points = compared && pointsOf(compared);
              return (
                <tr key={point.size}>
                  <td className="num medium">{point.size}</td>
                  <Side point={point} />
                  {now && <Side point={now[at]} />}
                  {now && (
                    <td className="num">
                      {points ? (
                        <>
                          {points.points} <span className="faint">{points.interval}</span>
                        </>
                      ) : (
                        '–'
                      )}
                    </td>
                  )}
                  {now && (
                    <td className="wide-only">
                      {compared?.difference && (
                        <DifferenceRuler
                          delta={compared.difference.delta}
                          low={compared.difference.lower}
                          high={compared.difference.upper}
                        />
                      )}
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

const Side = ({ point }: { point: Point | undefined }) => {
  const { value = null, interval = null } = point?.accuracy ?? {};
  return (
    <>
      <td className="num">{point ? `${point.right} of ${point.trials - point.failed}` : '–'}</td>
      <td className="wide-only fit-cell">
        {value !== null && (
          <Ruler
            width={120}
            rate={value}
            interval={interval ? { low: interval.lower, high: interval.upper } : undefined}
            outcome="none"
          />
        )}
      </td>
    </>
  );
};
