/** Elements are written as templates; components with `h`, so that the compiler checks their properties. */
import htm from "htm";
import { Component, h, type ComponentChild, type VNode } from "preact";

/** Text only ever becomes text; a style is an object of CSS properties. */
export const html = htm.bind(h) as (strings: TemplateStringsArray, ...values: unknown[]) => VNode;

/** CSS properties by their CSS names; the browser drops a value that it can't parse. */
export type Style = Readonly<Record<string, string | undefined>>;

export const classes = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(" ");

/** Renders again only when a property is another one than before. */
export function memo<P extends object>(render: (props: P) => ComponentChild) {
  return class extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const names = new Set([...Object.keys(this.props), ...Object.keys(next)]);
      const [before, after]: Readonly<Record<string, unknown>>[] = [this.props, next];
      return [...names].some((name) => before?.[name] !== after?.[name]);
    }
    override render(props: P): ComponentChild {
      return render(props);
    }
  };
}
