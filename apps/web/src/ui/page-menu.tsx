import { Ellipsis } from "lucide-react";
import type { RefObject } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu, type MenuItem, type MenuProps } from "#ui/menu.tsx";

type PageMenuProps = {
  label: string;
  items: readonly MenuItem[];
  /** Receives the button, so that the focus can return to it. */
  opener?: RefObject<HTMLButtonElement | null>;
} & Pick<MenuProps, "opensUpward" | "opensRight">;

/** The menu beside a title or a button, which holds what is seldom needed. */
export function PageMenu({ label, items, opener, ...direction }: PageMenuProps) {
  return (
    <Menu
      items={items}
      {...direction}
      button={({ ref, ...props }) => (
        <IconButton
          {...props}
          ref={(button) => {
            ref(button);
            if (opener) opener.current = button;
          }}
          label={label}
          icon={<Ellipsis />}
          className="border border-line bg-surface"
        />
      )}
    />
  );
}
