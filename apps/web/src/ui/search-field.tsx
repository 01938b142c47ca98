import { Search, X } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { cx } from "#ui/cx.ts";
import { inputLook } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";

/** The most items that a list shows without a search. */
export const MAX_WITHOUT_SEARCH = 8;

export type SearchFieldProps = Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "ref"> & {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
};

export function SearchField({
  label,
  placeholder = label,
  value,
  onValueChange,
  onKeyDown,
  className,
  ...rest
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onValueChange("");
    input.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: some supported browsers lack the search element
    <div role="search" className={cx("relative", className)}>
      <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-soft" />
      <input
        autoComplete="off"
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onValueChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.key === "Escape" && value) {
            event.preventDefault();
            clear();
          }
        }}
        className={cx(inputLook, "h-12 px-11")}
      />
      {value && (
        <IconButton label="Borrar búsqueda" icon={<X />} onClick={clear} className="absolute top-0.5 right-0.5" />
      )}
    </div>
  );
}
