/** JSON or other text in letters of one width; it scrolls by itself, by keyboard too. */

/** JSON with line breaks; what isn't JSON as it is. */
function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

export const CodeBlock = ({ json, label }: { json: string; label: string }) => (
  <pre class="code" tabindex={0} role="group" aria-label={label}>
    <code>{pretty(json)}</code>
  </pre>
);
