import './bar.css';

/** A bar of shares of 0 to 1, each in the colour of its tone, as a picture of the numbers in `label`. */
export const Bar = ({
  parts,
  label,
  wide,
}: {
  parts: readonly { share: number; tone?: 'passed' | 'failed' | 'open' | 'running' | 'warn' | 'res' }[];
  label: string;
  wide?: boolean;
}) => (
  <span className={`bar${wide ? ' wide' : ''}`} role="img" aria-label={label}>
    {parts.map(({ share, tone }, index) => (
      <i key={index} className={tone} style={{ width: `${share * 100}%` }} />
    ))}
  </span>
);
