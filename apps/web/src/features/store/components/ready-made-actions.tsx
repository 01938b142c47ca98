import type { CatalogFolder } from "@repasa/contract/store.ts";
import { Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { paths } from "#paths.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";

type ReadyMadeActionsProps = {
  folder: CatalogFolder;
  describedBy?: string | undefined;
  adding: boolean;
  onAdd: () => void;
  /** Not set inside the preview itself. */
  onPreview?: (() => void) | undefined;
  variant: ButtonVariant;
};

export function ReadyMadeActions({ folder, describedBy, adding, onAdd, onPreview, variant }: ReadyMadeActionsProps) {
  const { folderId } = folder;
  const row = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (folderId === null || !pressed.current) return;
    pressed.current = false;
    // The pressed button was replaced by links. The last one takes the focus unless the user has moved it.
    const { activeElement } = document;
    const lost = activeElement === null || activeElement === document.body || activeElement.role === "dialog";
    if (lost) row.current?.querySelector<HTMLElement>("a:last-child")?.focus();
  }, [folderId]);
  const add = () => {
    pressed.current = true;
    onAdd();
  };
  return (
    <div ref={row} className={cx("grid grid-cols-2 gap-2", !onPreview && "md:flex md:justify-end")}>
      {folderId === null ? (
        <>
          {onPreview && (
            <Button variant="outline" aria-haspopup="dialog" aria-describedby={describedBy} onClick={onPreview}>
              Vista previa
            </Button>
          )}
          <Button
            variant={variant}
            icon={<Plus aria-hidden />}
            loading={adding}
            aria-describedby={describedBy}
            className={cx(!onPreview && "col-span-2")}
            onClick={add}
          >
            Añadir
          </Button>
        </>
      ) : (
        <>
          <ButtonLink href={paths.folder(folderId)} variant="outline" aria-describedby={describedBy}>
            Ver cartas
          </ButtonLink>
          <ButtonLink href={paths.study(folderId)} variant={variant} aria-describedby={describedBy}>
            Empezar
          </ButtonLink>
        </>
      )}
    </div>
  );
}
