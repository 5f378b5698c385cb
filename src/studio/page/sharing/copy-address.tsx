/** Copies the address of what the page shows, to be sent to a colleague. */
import { Button } from "../button.tsx";
import { Icon } from "../icons.tsx";
import { copyText } from "./copy-text.ts";

export const CopyAddress = (props: { class: string }) => (
  <Button
    class={props.class}
    title="To be sent to a colleague who reaches this studio, too"
    onClick={() => void copyText("The address", location.href)}
  >
    <Icon name="link" /> Copy address
  </Button>
);
