import { Ellipsis } from "lucide-react";
import type { RefObject } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu, type MenuItem } from "#ui/menu.tsx";

type PageMenuProps = {
  label: string;
  items: readonly MenuItem[];
  /** Receives the button, so that the focus can return to it. */
  opener?: RefObject<HTMLButtonElement | null>;
};

/** The menu beside a page's title, which holds what is seldom needed. */
export function PageMenu({ label, items, opener }: PageMenuProps) {
  return (
    <Menu
      items={items}
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
