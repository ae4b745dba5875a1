import { VisuallyHidden } from '@mantine/core';

interface Props {
  label: string;
  /** The days of the chart with their values, in words. */
  days: { day: string; text: string }[];
}

/**
 * The content of a chart as a list for screen readers, which read only the name of an SVG image.
 */
export function ChartText({ label, days }: Props) {
  return (
    <VisuallyHidden component="ul" aria-label={label}>
      {days.map(({ day, text }) => (
        <li key={day}>{text}</li>
      ))}
    </VisuallyHidden>
  );
}
