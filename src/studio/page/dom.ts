/** Builds DOM nodes. Text only ever becomes text, and styles go through the CSS object model. */

type Child = Node | string | undefined;

interface Properties {
  class?: string | undefined;
  /** Attributes by name; event handlers and styles have no place here. */
  attributes?: Record<string, string | undefined>;
  style?: Record<string, string | undefined>;
}

/** Makes an element; what is `undefined` is left out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { class: className, attributes = {}, style = {} }: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value);
  }
  setStyle(element, style);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** Sets CSS properties by their CSS names; the browser drops a value that it can't parse. */
export function setStyle(element: HTMLElement, style: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(style)) {
    if (value !== undefined) element.style.setProperty(name, value);
  }
}

/** A real button, for whatever can be tapped. */
export function button(
  className: string,
  label: string,
  onClick: () => void,
  ...children: Child[]
) {
  const content = children.length > 0 ? children : [label];
  const attributes = { type: "button", "aria-label": children.length > 0 ? label : undefined };
  const made = el("button", { class: className, attributes }, ...content);
  made.addEventListener("click", onClick);
  return made;
}

/** Finds an element that the page's own HTML must hold. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return found;
}
