/** A small bar chart with a bar for each day; the numbers stand in the table below it. */

const height = 36;
const barWidth = 6;
const gap = 2;

interface DayChartProps {
  values: readonly number[];
  /** The value of a bar of full height, the same for every chart of a group. */
  max: number;
}

export function DayChart({ values, max }: DayChartProps) {
  const width = values.length * (barWidth + gap) - gap;
  return (
    <svg
      class="day-chart"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {values.map((value, index) => {
        // What happened at all is seen.
        const bar = value === 0 ? 0.5 : Math.max(2, (value / max) * height);
        return (
          <rect
            class={value === 0 ? "none" : undefined}
            x={index * (barWidth + gap)}
            y={height - bar}
            width={barWidth}
            height={bar}
          />
        );
      })}
    </svg>
  );
}
