/** A real button, for whatever can be tapped. */
import type { ComponentChildren } from "preact";

interface ButtonProps {
  class: string;
  onClick(): void;
  /** Its name where the content says too little. */
  label?: string | undefined;
  title?: string | undefined;
  /** It keeps the focus, so that who works by keyboard goes on from where they are. */
  disabled?: boolean;
  children?: ComponentChildren;
}

export const Button = ({ label, title, disabled, onClick, children, ...props }: ButtonProps) => (
  <button
    type="button"
    class={props.class}
    aria-label={label}
    title={title}
    aria-disabled={disabled ? "true" : undefined}
    onClick={disabled ? undefined : onClick}
  >
    {children}
  </button>
);

interface SwitchProps {
  label: string;
  isOn: boolean;
  onFlip(): void;
}

/** Stays pressed until it is pressed again. */
export const Switch = ({ label, isOn, onFlip }: SwitchProps) => (
  <button type="button" class="switch" aria-pressed={isOn ? "true" : "false"} onClick={onFlip}>
    {label}
  </button>
);
