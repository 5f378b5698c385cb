/** The few drawings of the page, as SVG that takes the text's color. */

const paths = {
  back: "M15 5l-7 7 7 7",
  block: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM6 6l12 12",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  bookmark: "M6 4h12v16l-6-4.5L6 20z",
  calendar: "M5 6h14v14H5zM5 10h14M9 3v5M15 3v5",
  camera: "M4 8h4l2-3h4l2 3h4v11H4zM12 16.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  friend: "M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 20a7 7 0 0 1 13-3.5M18 14v6M15 17h6",
  image: "M4 5h16v14H4zM4 16l5-5 5 5 2-2 4 4M15.5 9.5h.01",
  link: "M9 15l6-6M10 7l2-2a4 4 0 0 1 6 6l-2 2M14 17l-2 2a4 4 0 0 1-6-6l2-2",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  pin: "M12 21s7-6.2 7-11a7 7 0 0 0-14 0c0 4.8 7 11 7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  fold: "M7 10l5 5 5-5",
  play: "M8 5.5v13l11-6.5z",
  plus: "M12 5v14M5 12h14",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5",
  send: "M4 12L20 4l-4 16-4.5-6.5zM11.5 13.5L20 4",
  smile: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.5 14a4 4 0 0 0 7 0M9 9.5h.01M15 9.5h.01",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  ticket: "M4 7h16v3.5a1.5 1.5 0 0 0 0 3V17H4v-3.5a1.5 1.5 0 0 0 0-3zM10 7v10",
} as const;

export type IconName = keyof typeof paths;

/** A 24 by 24 line drawing, silent to screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" class={`icon icon-${name}`}>
      <path d={paths[name]} />
    </svg>
  );
}
